import { useState } from 'react';
import { SignInAgain } from '../SignInAgain.tsx';
import { useHasEnded } from '../session.ts';
import { EndingWindow } from './EndingWindow.tsx';
import { useNearEnd } from './use-near-end.ts';

/** What comes up over a page about its session: that it will end, that it has ended. One at a time. */
export function SessionWindows() {
  const ended = useHasEnded();
  const near = useNearEnd();
  /** The end for which somebody chose to sign in before it comes, or to be left alone. */
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
