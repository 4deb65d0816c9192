import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../shared/ui/ErrorState.tsx';
import styles from './OutageScreen.module.css';
import { useRecovery } from './use-recovery.ts';

/** The whole page, when not even the session could be read. It recovers by itself; nobody is signed out. */
export function OutageScreen() {
  const error = useRouteError();
  const { busy, retry } = useRecovery(error);
  return (
    <main className={styles['page']}>
      <title>Sin conexión · Despacho</title>
      <h1 className="visually-hidden">Despacho</h1>
      <ErrorState error={error} onRetry={retry} busy={busy} />
      <p className={styles['note']}>Su sesión sigue abierta. La página vuelve sola en cuanto haya respuesta.</p>
    </main>
  );
}
