import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths.ts';
import { isOutcomeUnknown } from '#shared/http/outcome-unknown.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { describeFailure } from '#shared/format/describe-failure.ts';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import styles from '#shared/ui/PlainPage/PlainPage.module.css';
import { signOut } from './state/session.ts';

/** Signs out. Only the server can end a session, so a failure is shown. */
export function Component() {
  const navigate = useNavigate();
  const begun = useRef(false);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(true);

  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await signOut();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void leave();
  });

  if (failure === undefined) {
    return (
      <main className={styles['page']}>
        <title>Salir · Despacho</title>
        <p role="status" className="visually-hidden">
          Cerrando su sesión
        </p>
      </main>
    );
  }
  const { advice } = describeFailure(failure);
  const isUnknown = isOutcomeUnknown(failure);
  return (
    <main className={styles['page']}>
      <title>Salir · Despacho</title>
      <Logo />
      <div role="alert" className={styles['words']}>
        <h1 className={styles['title']}>
          {isUnknown ? 'No se sabe si su sesión se cerró' : 'No se pudo cerrar su sesión'}
        </h1>
        <p>
          {advice} {isUnknown ? 'Puede que su sesión siga abierta' : 'Su sesión sigue abierta'} en este equipo.
        </p>
      </div>
      <div className={styles['actions']}>
        <Button variant="primary" loading={busy} onClick={() => void leave()}>
          Reintentar
        </Button>
        <Link to={paths.login}>Volver sin salir</Link>
      </div>
    </main>
  );
}
