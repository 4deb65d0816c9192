import { type SessionView } from '@despacho/contracts';
import { lazy, Suspense, useId, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { personOf } from '../rules/person.ts';
import { rememberedSucursal } from '../state/stored.ts';
import { type CredentialField } from '../rules/credential-errors.ts';
import { offersCompany } from '../state/offers-company.ts';
import { CompanyButton } from './CompanyButton.tsx';
import { PasswordField } from './PasswordField.tsx';
import styles from './SignInForm.module.css';
import { useSignIn } from '../state/use-sign-in.ts';
import { waitText } from '../rules/wait-text.ts';

const SecondStage = lazy(chunk(() => import('./SecondStage.tsx')));

interface SignInFormProps {
  /** The user whose page is behind the form, after their session ended. */
  over?: SessionView;
  onSignedIn: (view: SessionView) => Promise<void> | void;
}

/** Form with branch, user and password. The password is sent exactly as typed. */
export function SignInForm({ over, onSignedIn }: SignInFormProps) {
  const [sucursal] = useState(() => over?.sucursal ?? rememberedSucursal());
  const person = over && personOf(over);
  const { errors, failure, left, waited, busy, next, setNext, onSubmit, readSucursal, clearError } = useSignIn(
    person,
    onSignedIn,
  );
  const username = over?.username ?? '';
  const failureId = useId();
  const emptyFirst: CredentialField = !sucursal ? 'sucursal' : !username ? 'username' : 'password';
  const field = (name: CredentialField) => ({
    name,
    error: errors[name],
    autoFocus: name === emptyFirst,
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    'aria-required': true,
    onInput: () => clearError(name),
  });
  if (next)
    return (
      <Suspense fallback={null}>
        <SecondStage next={next} over={person} onSignedIn={onSignedIn} onBack={() => setNext(undefined)} />
      </Suspense>
    );
  return (
    <form className={styles['form']} onSubmit={onSubmit} noValidate aria-describedby={failure && failureId}>
      <TextField {...field('sucursal')} label="Sucursal" defaultValue={sucursal} autoComplete="organization" />
      <TextField {...field('username')} label="Usuario" defaultValue={username} autoComplete="username" />
      <PasswordField {...field('password')} label="Contraseña" autoComplete="current-password" />
      <div>
        {/* The full wait is announced once; the countdown is only visual. */}
        <div
          role="alert"
          id={failureId}
          className={left > 0 ? 'visually-hidden' : styles[waited ? 'ready' : 'failure']}
        >
          {failure}
        </div>
        {left > 0 && (
          <div aria-hidden className={styles['failure']}>
            {waitText(left)}
          </div>
        )}
        <Button className={styles['submit']} type="submit" variant="primary" loading={busy} aria-disabled={left > 0}>
          Ingresar
        </Button>
      </div>
      {offersCompany() && <CompanyButton isOver={over !== undefined} readSucursal={readSucursal} />}
    </form>
  );
}
