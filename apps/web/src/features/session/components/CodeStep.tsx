import { type SessionView } from '@despacho/contracts';
import { type SubmitEvent, useRef, useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { cancelSecondStep, finishSignIn } from '../api/factor.ts';
import { errorOf } from '../rules/password-errors.ts';
import { completeSignIn, leaveSecondStep } from '../state/session.ts';
import { CodeField } from './CodeField.tsx';
import styles from './PasswordForm.module.css';

interface Props {
  /** As typed; unknown after a reload. */
  sucursal: string | undefined;
  /** The user of the page behind the form, if any. */
  over: string | undefined;
  onSignedIn: (view: SessionView) => Promise<void> | void;
  onBack: () => void;
}

/** The second step of a sign-in: the code of the person's app, or a recovery code. */
export function CodeStep({ sucursal, over, onSignedIn, onBack }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A ref, because state updates too late for the second click of a double click.
  const inProgress = useRef(false);
  const field = () => form.current?.elements.namedItem('code') as HTMLInputElement | null;

  const send = async (code: string): Promise<void> => {
    setFailure(undefined);
    setError(code === '' ? 'Escriba el código' : undefined);
    if (code === '') return;
    setBusy(true);
    try {
      const view = await finishSignIn(code);
      completeSignIn(view, sucursal ?? view.sucursal, over);
      await onSignedIn(view);
    } catch (refused) {
      const message = errorOf(refused, 'code');
      setError(message);
      if (message === undefined) setFailure(failureText(refused));
      field()?.select();
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (inProgress.current) return;
    inProgress.current = true;
    void send(field()?.value.trim() ?? '').finally(() => {
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
    <form ref={form} className={styles['form']} noValidate aria-label="Escriba su código" onSubmit={onSubmit}>
      {over === undefined && <h2 className={styles['title']}>Escriba su código</h2>}
      <p className={styles['lead']}>
        {isRecovery
          ? 'Escriba uno de los códigos de recuperación que guardó cuando activó el segundo paso. Cada uno sirve una vez, y cierra sus otras sesiones.'
          : 'Abra en su celular la aplicación de códigos y escriba los 6 números que muestra para Despacho.'}
      </p>
      <CodeField
        key={String(isRecovery)}
        isRecovery={isRecovery}
        error={error}
        autoFocus
        onInput={() => setError(undefined)}
      />
      {failure !== undefined && <Alert>{failure}</Alert>}
      <Button className={styles['submit']} type="submit" variant="primary" loading={busy}>
        Ingresar
      </Button>
      <Button
        variant="ghost"
        onClick={() => {
          setRecovery(!isRecovery);
          setError(undefined);
        }}
      >
        {isRecovery ? 'Usar el código de mi celular' : 'No tengo mi celular'}
      </Button>
      <Button variant="ghost" onClick={leave}>
        Volver a escribir mi contraseña
      </Button>
    </form>
  );
}
