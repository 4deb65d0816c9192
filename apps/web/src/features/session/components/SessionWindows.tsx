import { lazy, Suspense, useEffect, useState } from 'react';
import { focusLater } from '#shared/hooks/focus-first-field.ts';
import { MAIN_ID } from '#shared/hooks/main-panel.ts';
import { chunk } from '#shared/http/chunk.ts';
import { useStore } from '#shared/state/store.ts';
import { SignInAgain } from './SignInAgain.tsx';
import { awaitedProof } from '../state/proof.ts';
import { useHasEnded } from '../state/session.ts';
import { SessionEndWindow } from './SessionEndWindow.tsx';
import { type UpcomingEnd, watchSessionEnd } from '../state/watch-session-end.ts';

const ProofWindow = lazy(chunk(() => import('./ProofWindow.tsx')));

/**
 * The window shown over a page when its session is about to end or has ended, or when an action requires a proof of who
 * the user is. Only one at a time.
 */
export function SessionWindows() {
  const ended = useHasEnded();
  const [near, setNear] = useState<UpcomingEnd>();
  useEffect(() => watchSessionEnd(setNear), []);
  /** The end for which the user chose to sign in early, or dismissed the warning. */
  const [signingIn, signIn] = useState<number>();
  const [left, leave] = useState<number>();

  const proof = useStore(awaitedProof);

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
  if (proof)
    return (
      <Suspense fallback={null}>
        <ProofWindow
          onAnswer={(isProved) => {
            proof.answer(isProved);
            // The button that sent the write may be disabled or gone.
            focusLater(MAIN_ID);
          }}
        />
      </Suspense>
    );
  if (!near || near.at === left) return null;
  return <SessionEndWindow near={near} onSignIn={() => signIn(near.at)} onLater={() => leave(near.at)} />;
}
