import { type SessionView } from '@despacho/contracts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { cancelSecondStep, finishSetUp, startSetUp } from '../api/factor.ts';
import { CODES_LEAD, CODES_TITLE } from '../rules/factor-texts.ts';
import { errorOf } from '../rules/password-errors.ts';
import { completeSignIn, leaveSecondStep } from '../state/session.ts';
import { CodeField } from './CodeField.tsx';
import { FactorKey } from './FactorKey.tsx';
import styles from './PasswordForm.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Props {
  /** As typed; unknown after a reload. */
  sucursal: string | undefined;
  /** The user of the page behind the form, if any. */
  over: string | undefined;
  onSignedIn: (view: SessionView) => Promise<void> | void;
  onBack: () => void;
}

const TITLE = 'Active su segundo paso';

const TOO_LATE = 'Pasó demasiado tiempo. Vuelva a escribir su contraseña y empiece otra vez.';

/** The step of a sign-in that sets up a required second factor. Its recovery codes are shown before the page opens. */
export default function SetUpStep({ sucursal, over, onSignedIn, onBack }: Props) {
  const [key, setKey] = useState<Awaited<ReturnType<typeof startSetUp>>>();
  const [done, setDone] = useState<Awaited<ReturnType<typeof finishSetUp>>>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  // A ref, because state updates too late for the second click of a double click.
  const inProgress = useRef(false);
  useEffect(() => {
    startSetUp().then(setKey, setFailure);
  }, []);
  if (done) {
    const { codes, session } = done;
    return (
      <section className={styles['form']} aria-label={CODES_TITLE}>
        <h2 className={styles['title']}>{CODES_TITLE}</h2>
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
  const send = async (): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    try {
      setDone(await finishSetUp(code.trim()));
    } catch (refused) {
      const wrong = errorOf(refused, 'code');
      setError(wrong);
      if (wrong === undefined) setFailure(refused);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setError(code.trim() === '' ? 'Escriba el código' : undefined);
    if (code.trim() === '' || inProgress.current) return;
    inProgress.current = true;
    void send().finally(() => {
      inProgress.current = false;
    });
  };
  const leave = (): void => {
    // It ends by itself within minutes.
    cancelSecondStep().catch(() => undefined);
    leaveSecondStep();
    onBack();
  };
  return (
    <form className={styles['form']} noValidate aria-label={TITLE} onSubmit={onSubmit}>
      {over === undefined && <h2 className={styles['title']}>{TITLE}</h2>}
      <p className={styles['lead']}>
        Su empresa lo pide para ingresar.
        {(key !== undefined || failure === undefined) &&
          ' Necesita una aplicación de códigos en su celular, como Google Authenticator o Microsoft Authenticator: elija en ella agregar una cuenta y escanee este código.'}
      </p>
      {key === undefined && failure === undefined && <Skeleton height={208} />}
      {key && (
        <>
          <FactorKey of={key} />
          <CodeField
            autoFocus
            value={code}
            hint="El que muestra la aplicación ahora"
            error={error}
            onChange={({ target }) => {
              setCode(target.value);
              setError(undefined);
            }}
          />
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
        Volver a escribir mi contraseña
      </Button>
    </form>
  );
}
