import { useRouteError } from 'react-router-dom';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { useRecovery } from '../state/use-recovery.ts';

/** Shows an error in place of a screen that crashed or did not load, and keeps the shell. */
export function SectionBoundary() {
  const error = useRouteError();
  const { busy, retry } = useRecovery(error);
  return <ErrorState error={error} onRetry={retry} busy={busy} />;
}
