import { useRouteError } from 'react-router-dom';
import { Button } from '../shared/ui/Button.tsx';
import { describeFailure } from '../shared/ui/describe-failure.ts';
import { Logo } from '../shared/ui/Logo.tsx';
import styles from '../shared/ui/PlainPage.module.css';
import { useRecovery } from './use-recovery.ts';

/**
 * The whole page, when not even the session could be read. It recovers by itself; nobody is signed out. Made of what
 * the first page has anyway: with the server away, nothing more can be fetched.
 */
export function OutageScreen() {
  const error = useRouteError();
  const { busy, outage, retry } = useRecovery(error);
  const { title, advice, requestId } = describeFailure(error);
  return (
    <main className={styles['page']}>
      <title>{`${title} · Despacho`}</title>
      <Logo />
      <div role="alert" className={styles['words']}>
        <h1 className={styles['title']}>{title}</h1>
        <p>{advice}</p>
        {outage && <p>Su sesión no se ha cerrado: esta página vuelve sola en cuanto haya respuesta.</p>}
      </div>
      <Button variant="primary" loading={busy} onClick={retry}>
        Reintentar
      </Button>
      {requestId !== undefined && <p className={styles['id']}>Referencia: {requestId}</p>}
    </main>
  );
}
