import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import plain from '#shared/ui/PlainPage/PlainPage.module.css';
import { PlainWords } from '#shared/ui/PlainPage/PlainWords.tsx';
import { resetPassword } from './api/passwords.ts';
import { NewPasswordFields } from './components/NewPasswordFields.tsx';
import { VoidLink } from './components/VoidLink.tsx';
import { secretIn } from './rules/reset-link.ts';
import { useFragment } from './state/use-fragment.ts';
import { useNewPassword } from './state/use-new-password.ts';
import styles from './components/PasswordForm.module.css';

/** The page of a reset link: its secret is in the fragment, which the page removes from the address bar. */
export function Component() {
  const secret = secretIn(useFragment());
  const [done, setDone] = useState<string>();
  return (
    <main className={plain['page']}>
      <title>Contraseña nueva · Despacho</title>
      <Logo />
      {secret === undefined ? (
        <VoidLink title="Este enlace está incompleto" />
      ) : done === secret ? (
        <PlainWords role="status" title="Su contraseña cambió">
          <p>Se cerraron todas sus sesiones. Ingrese con la contraseña nueva.</p>
          <p>
            <Link to={paths.login}>Ingresar</Link>
          </p>
        </PlainWords>
      ) : (
        <ResetForm key={secret} secret={secret} onDone={() => setDone(secret)} />
      )}
    </main>
  );
}

function ResetForm({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { form, field } = useNewPassword(async (password) => {
    await resetPassword(secret, password);
    onDone();
  });
  return (
    <>
      <div className={plain['words']}>
        <h1 className={plain['title']}>Elija una contraseña nueva</h1>
        <p>El enlace sirve una sola vez. Al guardar se cierran todas sus sesiones.</p>
      </div>
      <form
        ref={form}
        className={styles['page']}
        noValidate
        aria-label="Elija su contraseña"
        onSubmit={(event) => {
          event.preventDefault();
          field.submit();
        }}
      >
        <NewPasswordFields field={field} autoFocus />
        {field.failure !== undefined && <Alert>{field.failure}</Alert>}
        <Button className={styles['submit']} type="submit" variant="primary" loading={field.busy}>
          Guardar contraseña
        </Button>
      </form>
    </>
  );
}
