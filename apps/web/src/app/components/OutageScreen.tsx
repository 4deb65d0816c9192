import { useRouteError } from 'react-router-dom';
import { Button } from '#shared/ui/Button/Button.tsx';
import { describeFailure } from '#shared/format/describe-failure.ts';
import { Logo } from '#shared/ui/Logo/Logo.tsx';
import styles from '#shared/ui/PlainPage/PlainPage.module.css';
import { useRecovery } from '../state/use-recovery.ts';

/**
 * Full-page error for a session that could not be read or a part of the page that did not load. Retries automatically
 * and signs nobody out. Uses only code of the first bundle, because nothing more may load during an outage.
 */
export function OutageScreen() {
  const error = useRouteError();
  const { busy, outage, retry } = useRecovery(error);
  const { title: cause, advice, requestId } = describeFailure(error);
  const title = outage ? 'El servicio no responde' : cause;
  return (
    <main className={styles['page']}>
      <title>{`${title} · Despacho`}</title>
      <Logo />
      <div role="alert" className={styles['words']}>
        <h1 className={styles['title']}>{title}</h1>
        <p>{outage ? `${cause}. ${advice}` : advice}</p>
        {outage && (
          <p>Su sesión no se ha cerrado. Esta página lo intenta sola y lo lleva de vuelta en cuanto haya respuesta.</p>
        )}
      </div>
      <Button variant="primary" loading={busy} onClick={retry}>
        Reintentar
      </Button>
      {requestId !== undefined && <p className={styles['id']}>Referencia: {requestId}</p>}
    </main>
  );
}
