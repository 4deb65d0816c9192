import { useEffect, useState } from 'react';
import { SignInAgain } from './SignInAgain.tsx';
import { useHasEnded } from '../state/session.ts';
import { SessionEndWindow } from './SessionEndWindow.tsx';
import { type UpcomingEnd, watchSessionEnd } from '../state/watch-session-end.ts';

/** The window shown over a page when its session is about to end or has ended. Only one at a time. */
export function SessionWindows() {
  const ended = useHasEnded();
  const [near, setNear] = useState<UpcomingEnd>();
  useEffect(() => watchSessionEnd(setNear), []);
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
  return <SessionEndWindow near={near} onSignIn={() => signIn(near.at)} onLater={() => leave(near.at)} />;
}
