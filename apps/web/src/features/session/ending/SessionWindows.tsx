import { useState } from 'react';
import { SignInAgain } from '../SignInAgain.tsx';
import { useHasEnded } from '../session.ts';
import { EndingWindow } from './EndingWindow.tsx';
import { useNearEnd } from './use-near-end.ts';

/** The window shown over a page when its session is about to end or has ended. Only one at a time. */
export function SessionWindows() {
  const ended = useHasEnded();
  const near = useNearEnd();
  /** The end for which the user chose to sign in early, or dismissed the warning. */
  const [signingIn, signIn] = useState<number>();
  const [left, leave] = useState<number>();

  const early = near !== undefined && near.at === signingIn;
  if (ended || early)
    return (
      <SignInAgain
        ended={ended}
        onNotNow={() => {
          signIn(undefined);
          leave(near?.at);
        }}
      />
    );
  if (!near || near.at === left) return null;
  return (
    <EndingWindow
      near={near}
      onSignIn={() => {
        signIn(near.at);
      }}
      onLater={() => {
        leave(near.at);
      }}
    />
  );
}
