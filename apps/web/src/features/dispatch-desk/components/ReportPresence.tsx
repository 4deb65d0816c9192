import { useReportPresence } from '../../../shared/live/use-report-presence.ts';
import { useDispatchOffice, useOrderWindow, useSelection } from '../../orders/state/use-orders-state.ts';

const NONE: readonly string[] = [];

/** Reports to other users which orders this user has selected or opened. */
export function ReportPresence() {
  const { officeId } = useDispatchOffice();
  const { window } = useOrderWindow();
  const { ids } = useSelection();
  useReportPresence(officeId, 'asignando', [...ids]);
  useReportPresence(
    officeId,
    window?.kind === 'edit' ? 'editando' : 'viendo',
    window && window.kind !== 'new' ? [window.id] : NONE,
  );
  return null;
}
