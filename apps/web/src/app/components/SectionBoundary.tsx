import { useRouteError } from 'react-router-dom';
import { ErrorState } from '../../shared/ui/ErrorState/ErrorState.tsx';
import { useRecovery } from '../state/use-recovery.ts';

/** A screen that breaks or does not arrive leaves the shell standing around it. */
export default function SectionBoundary() {
  const error = useRouteError();
  const { busy, retry } = useRecovery(error);
  return <ErrorState error={error} onRetry={retry} busy={busy} />;
}
