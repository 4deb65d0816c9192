import { useQueryClient } from '@tanstack/react-query';
import { type SessionView } from '@despacho/contracts';
import { useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { SignInForm } from './login/SignInForm.tsx';
import { personOf } from './person.ts';
import { prepareSignIn, useHasEnded, useSession } from './session.ts';
import { sessionState } from './session-store.ts';
import styles from './SignInAgain.module.css';
import { useMaskedAddress } from './use-masked-address.ts';

/**
 * Signing in again, over the page that was open when the session ended: it stays as it is, with all that was typed into
 * it, for the same person. The address bar says `/login` meanwhile, so that a reload leads to the sign-in page.
 */
export function SignInAgain() {
  return useHasEnded() ? <SignInWindow /> : null;
}

function open(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  // All the rest is filled in.
  dialog.querySelector<HTMLInputElement>('input[name="password"]')?.focus();
}

function SignInWindow() {
  const person = useSession();
  const client = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useMaskedAddress(useLocation());

  useEffect(() => {
    open(dialog.current);
    void prepareSignIn().catch(() => undefined);
    // Whichever tab it was signed in from: what is behind may be old, and what failed is worth another try.
    return () => {
      if (sessionState().status === 'in') void client.invalidateQueries();
    };
  }, [client]);

  const onSignedIn = (view: SessionView): void => {
    // Nothing of one person's page may be left for another.
    if (personOf(view) !== personOf(person)) location.replace(document.baseURI);
  };

  return (
    <dialog
      ref={dialog}
      className={styles['window']}
      aria-labelledby={titleId}
      // There is nothing to go back to without a session; browsers close on a second Esc whatever one says.
      onCancel={(event) => {
        event.preventDefault();
      }}
      onClose={({ currentTarget }) => {
        open(currentTarget);
      }}
    >
      <h2 id={titleId} className={styles['title']}>
        Su sesión terminó
      </h2>
      <p className={styles['lead']}>Ingrese otra vez para seguir donde estaba. Lo que escribió sigue en la página.</p>
      <SignInForm over={person} onSignedIn={onSignedIn} />
      <p className={styles['other']}>
        <Link to={paths.logout}>Salir sin continuar</Link>
      </p>
    </dialog>
  );
}
