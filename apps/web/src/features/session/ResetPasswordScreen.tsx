import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import plain from '#shared/ui/PlainPage/PlainPage.module.css';
import { resetPassword } from './api/passwords.ts';
import { NewPasswordFields } from './components/NewPasswordFields.tsx';
import { secretIn } from './rules/reset-link.ts';
import { useNewPassword } from './state/use-new-password.ts';
import styles from './components/PasswordForm.module.css';

/** The page of a reset link: its secret is in the fragment, which the page removes from the address bar. */
export function Component() {
  const place = useLocation();
  const [hash, setHash] = useState(place.hash);
  const [done, setDone] = useState(false);
  // Another link that is opened in this tab differs only in its fragment.
  if (place.hash !== '' && place.hash !== hash) {
    setHash(place.hash);
    setDone(false);
  }
  const secret = secretIn(hash);
  useEffect(() => {
    // Keeps the secret out of the history and of screenshots.
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, [place]);
  return (
    <main className={plain['page']}>
      <title>Contraseña nueva · Despacho</title>
      <Logo />
      {secret === undefined ? (
        <Void />
      ) : done ? (
        <div className={plain['words']} role="status">
          <h1 className={plain['title']}>Su contraseña cambió</h1>
          <p>Se cerraron todas sus sesiones. Ingrese con la contraseña nueva.</p>
          <p>
            <Link to={paths.login}>Ingresar</Link>
          </p>
        </div>
      ) : (
        <ResetForm key={secret} secret={secret} onDone={() => setDone(true)} />
      )}
    </main>
  );
}

function Void() {
  return (
    <div className={plain['words']} role="alert">
      <h1 className={plain['title']}>Este enlace está incompleto</h1>
      <p>Ábralo otra vez desde el mensaje que recibió, completo. Si no funciona, pida uno nuevo a quien se lo envió.</p>
      <p>
        <Link to={paths.login}>Ir al ingreso</Link>
      </p>
    </div>
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
