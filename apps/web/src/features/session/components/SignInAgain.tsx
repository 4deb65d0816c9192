import { useQueryClient } from '@tanstack/react-query';
import { type SessionView } from '@despacho/contracts';
import { useEffect } from 'react';
import { createPath, Link, useLocation } from 'react-router-dom';
import { addressOf } from '#shared/http/address.ts';
import { paths } from '#shared/paths.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import styles from '#shared/ui/Window/Window.module.css';
import { withReturnPath } from '../rules/return-path.ts';
import { SignInForm } from './SignInForm.tsx';
import { personOf } from '../rules/person.ts';
import { prepareSignIn, useSession } from '../state/session.ts';
import { sessionState } from '../state/session-store.ts';

interface Props {
  /** False when the user signs in early, before the session ends. */
  ended: boolean;
  onNotNow: () => void;
}

/**
 * Sign-in form over the open page, which keeps its state, including form input, for the same user. The address bar
 * shows `/login` meanwhile, so that a reload leads to the sign-in page.
 */
export function SignInAgain({ ended, onNotNow }: Props) {
  const person = useSession();
  const client = useQueryClient();

  useEffect(() => {
    if (!ended) return;
    void prepareSignIn().catch(() => undefined);
    // After a sign-in in any tab: refetch, because data may be stale and failed requests may succeed now.
    return () => {
      if (sessionState().status === 'in') void client.invalidateQueries();
    };
  }, [client, ended]);

  const onSignedIn = (view: SessionView): void => {
    // A different user signed in: reload, so that nothing of the previous user's page remains.
    if (personOf(view) !== personOf(person)) location.replace(document.baseURI);
  };

  return (
    // Ended: the window cannot be dismissed, because no session is left to return to.
    <Window
      title={ended ? 'Su sesión terminó' : 'Ingrese otra vez'}
      lead={
        ended
          ? 'Ingrese otra vez para seguir donde estaba. Lo que escribió sigue en la página.'
          : 'Así empieza una sesión nueva, y sigue donde está. Lo que escribió sigue en la página.'
      }
      // Hides the page, because the person at the screen may be someone else.
      veiled={ended}
      // The other fields are prefilled.
      focus='input[name="password"]'
      onDismiss={ended ? undefined : onNotNow}
    >
      {ended && <MaskedAddress />}
      <SignInForm over={person} onSignedIn={onSignedIn} />
      <p className={styles['other']}>
        {ended ? (
          <Link to={paths.logout}>Salir sin continuar</Link>
        ) : (
          <Button variant="ghost" onClick={onNotNow}>
            Ahora no
          </Button>
        )}
      </p>
    </Window>
  );
}

/**
 * Shows `/login?volver=…` in the address bar while mounted, without navigating; restores the real URL on unmount.
 * Keeps the router's history entry unchanged.
 */
function MaskedAddress() {
  const { pathname, search, hash } = useLocation();
  const path = createPath({ pathname, search, hash });
  useEffect(() => {
    const masked = addressOf(withReturnPath(paths.expired, path));
    history.replaceState(history.state, '', masked);
    return () => {
      // Skipped after a navigation: the address bar then shows another page.
      if (location.href === masked) history.replaceState(history.state, '', addressOf(path));
    };
  }, [path]);
  return null;
}
