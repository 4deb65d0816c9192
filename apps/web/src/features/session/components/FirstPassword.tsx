import { type Credentials, type SessionView } from '@despacho/contracts';
import { completeSignIn } from '../state/session.ts';
import { type FactorStage, factorStage, isWrongCredentials } from '../rules/login-failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { changeFirstPassword } from '../api/passwords.ts';
import { useNewPassword } from '../state/use-new-password.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import styles from './PasswordForm.module.css';

interface FirstPasswordProps {
  /** As just typed. The password is temporary. */
  credentials: Credentials;
  /** The user of the page behind the form, if any. */
  over: string | undefined;
  onSignedIn: (view: SessionView) => Promise<void> | void;
  /** The temporary password was changed or replaced meanwhile, or the user chose another account. */
  onBack: () => void;
  /** The password was changed, and the second factor is next. */
  onFactorDue: (stage: FactorStage) => void;
}

/** The step after the sign-in form: a temporary password must be changed before there is a session. */
export function FirstPassword({ credentials, over, onSignedIn, onBack, onFactorDue }: FirstPasswordProps) {
  const { form, field } = useNewPassword(async (password) => {
    let view: SessionView;
    try {
      view = await changeFirstPassword(credentials, password);
    } catch (error) {
      const stage = factorStage(error);
      if (stage) {
        onFactorDue(stage);
        return;
      }
      if (!isWrongCredentials(error)) throw error;
      onBack();
      return;
    }
    completeSignIn(view, credentials.sucursal, over);
    await onSignedIn(view);
  });
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      aria-label="Elija su contraseña"
      onSubmit={(event) => {
        event.preventDefault();
        field.submit();
      }}
    >
      {over === undefined && <h1 className={styles['title']}>Elija su contraseña</h1>}
      <p className={styles['lead']}>
        Su contraseña es temporal. Elija una que solo usted conozca para entrar como{' '}
        <strong>{credentials.username}</strong>.
      </p>
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={credentials.username} />
      <NewPasswordFields field={field} about={credentials} autoFocus />
      {field.failure !== undefined && <Alert>{field.failure}</Alert>}
      <Button className={styles['submit']} type="submit" variant="primary" loading={field.busy}>
        Guardar e ingresar
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Usar otra cuenta
      </Button>
    </form>
  );
}
