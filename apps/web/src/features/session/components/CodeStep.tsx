import { type SessionView } from '@despacho/contracts';
import { useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { finishSignIn } from '../api/factor.ts';
import { completeSignIn } from '../state/session.ts';
import { useCodeStep } from '../state/use-code-step.ts';
import { CodeField } from './CodeField.tsx';
import styles from './PasswordForm.module.css';

export interface StepProps {
  /** As typed; unknown after a reload. */
  sucursal: string | undefined;
  /** The user of the page behind the form, if any. */
  over: string | undefined;
  onSignedIn: (view: SessionView) => Promise<void> | void;
  onBack: () => void;
}

/** The second step of a sign-in: the code of the person's app, or a recovery code. */
export function CodeStep({ sucursal, over, onSignedIn, onBack }: StepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const { error, failure, busy, onSubmit, clearError, leave } = useCodeStep(async (code) => {
    const view = await finishSignIn(code);
    completeSignIn(view, sucursal ?? view.sucursal, over);
    await onSignedIn(view);
  }, onBack);
  return (
    <form className={styles['form']} noValidate aria-label="Escriba su código" onSubmit={onSubmit}>
      {over === undefined && <h1 className={styles['title']}>Escriba su código</h1>}
      <p className={styles['lead']}>
        {isRecovery
          ? 'Escriba uno de los códigos de recuperación que guardó cuando activó el segundo paso. Cada uno sirve una vez, y cierra sus otras sesiones.'
          : 'Abra en su celular la aplicación de códigos y escriba los 6 números que muestra para Despacho.'}
      </p>
      <CodeField key={String(isRecovery)} isRecovery={isRecovery} error={error} autoFocus onInput={clearError} />
      {failure !== undefined && <Alert>{failureText(failure)}</Alert>}
      <Button className={styles['submit']} type="submit" variant="primary" loading={busy}>
        Ingresar
      </Button>
      <Button
        variant="ghost"
        onClick={() => {
          setRecovery(!isRecovery);
          clearError();
        }}
      >
        {isRecovery ? 'Usar el código de mi celular' : 'No tengo mi celular'}
      </Button>
      <Button variant="ghost" onClick={leave}>
        Volver al ingreso
      </Button>
    </form>
  );
}
