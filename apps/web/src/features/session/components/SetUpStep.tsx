import { useEffect, useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { finishSetUp, startSetUp } from '../api/factor.ts';
import { CODES_LEAD, CODES_TITLE } from '../rules/factor-texts.ts';
import { errorOf } from '../rules/password-errors.ts';
import { completeSignIn } from '../state/session.ts';
import { useCodeStep } from '../state/use-code-step.ts';
import { CodeField } from './CodeField.tsx';
import { type StepProps } from './CodeStep.tsx';
import { FactorKey } from './FactorKey.tsx';
import styles from './PasswordForm.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const TITLE = 'Active su segundo paso';

const TOO_LATE = 'Pasó demasiado tiempo. Vuelva al ingreso y empiece otra vez.';

/** The step of a sign-in that sets up a required second factor. Its recovery codes are shown before the page opens. */
export default function SetUpStep({ sucursal, over, onSignedIn, onBack }: StepProps) {
  const [key, setKey] = useState<Awaited<ReturnType<typeof startSetUp>>>();
  const [done, setDone] = useState<Awaited<ReturnType<typeof finishSetUp>>>();
  const { error, failure, setFailure, busy, onSubmit, clearError, leave } = useCodeStep(
    async (code) => setDone(await finishSetUp(code)),
    onBack,
  );
  useEffect(() => {
    startSetUp().then(setKey, setFailure);
  }, [setFailure]);
  if (done) {
    const { codes, session } = done;
    return (
      <section className={styles['form']} aria-label={CODES_TITLE}>
        <h1 className={styles['title']}>{CODES_TITLE}</h1>
        <p className={styles['lead']}>{CODES_LEAD}</p>
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            completeSignIn(session, sucursal ?? session.sucursal, over);
            void onSignedIn(session);
          }}
        />
      </section>
    );
  }
  return (
    <form className={styles['form']} noValidate aria-label={TITLE} onSubmit={onSubmit}>
      {over === undefined && <h1 className={styles['title']}>{TITLE}</h1>}
      <p className={styles['lead']}>
        Su empresa pide un segundo paso para ingresar.
        {(key !== undefined || failure === undefined) &&
          ' En su celular, abra una aplicación de códigos (Google o Microsoft Authenticator), agregue una cuenta y escanee este código.'}
      </p>
      {key === undefined && failure === undefined && <Skeleton height={168} />}
      {key && (
        <>
          <FactorKey of={key} />
          <CodeField autoFocus hint="El que muestra la aplicación ahora" error={error} onInput={clearError} />
        </>
      )}
      {failure !== undefined && (
        <Alert>{errorOf(failure, 'code') === undefined ? failureText(failure) : TOO_LATE}</Alert>
      )}
      {key && (
        <Button className={styles['submit']} type="submit" variant="primary" loading={busy}>
          Activar e ingresar
        </Button>
      )}
      <Button ref={failure !== undefined && !key ? focusOnMount : undefined} variant="ghost" onClick={leave}>
        Volver al ingreso
      </Button>
    </form>
  );
}
