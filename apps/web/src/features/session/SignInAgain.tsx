import { useQueryClient } from '@tanstack/react-query';
import { type SessionView } from '@despacho/contracts';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/Button/Button.tsx';
import { Window } from '../../shared/ui/Window/Window.tsx';
import styles from '../../shared/ui/Window/Window.module.css';
import { SignInForm } from './login/SignInForm.tsx';
import { MaskedAddress } from './MaskedAddress.tsx';
import { personOf } from './person.ts';
import { prepareSignIn, useSession } from './session.ts';
import { sessionState } from './session-store.ts';

interface Props {
  /** Otherwise it is about to, and somebody signs in before it does. */
  ended: boolean;
  onNotNow: () => void;
}

/**
 * Signing in again, over the page that was open when the session ended: it stays as it is, with all that was typed into
 * it, for the same person. The address bar says `/login` meanwhile, so that a reload leads to the sign-in page.
 */
export function SignInAgain({ ended, onNotNow }: Props) {
  const person = useSession();
  const client = useQueryClient();

  useEffect(() => {
    if (!ended) return;
    void prepareSignIn().catch(() => undefined);
    // Whichever tab it was signed in from: what is behind may be old, and what failed is worth another try.
    return () => {
      if (sessionState().status === 'in') void client.invalidateQueries();
    };
  }, [client, ended]);

  const onSignedIn = (view: SessionView): void => {
    // Nothing of one person's page may be left for another.
    if (personOf(view) !== personOf(person)) location.replace(document.baseURI);
  };

  return (
    // Without a session there is nothing to go back to.
    <Window
      title={ended ? 'Su sesión terminó' : 'Ingrese otra vez'}
      lead={
        ended
          ? 'Ingrese otra vez para seguir donde estaba. Lo que escribió sigue en la página.'
          : 'Así empieza una sesión nueva, y sigue donde está. Lo que escribió sigue en la página.'
      }
      // What is behind is somebody's, and somebody else may be standing there now.
      veiled={ended}
      // All the rest is filled in.
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
