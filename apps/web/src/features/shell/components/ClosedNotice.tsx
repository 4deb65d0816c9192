import { useOffice } from '#features/session/state/use-office.ts';
import { useQuery } from '@tanstack/react-query';
import { officesQuery } from '#shared/queries/offices-query.ts';
import styles from './ClosedNotice.module.css';

/** Says that the office on the screen is closed, before somebody tries to change something. */
export function ClosedNotice() {
  const { officeId } = useOffice();
  const { data: offices } = useQuery(officesQuery);
  const office = offices?.find(({ id }) => id === officeId);
  return (
    // Always rendered, so that screen readers announce it.
    <div role="status">
      {office?.closed === true && (
        <p className={styles['notice']}>
          {office.name} está cerrada: todo se puede leer y exportar, y nada cambiar. La reabre una persona con cargo S.
        </p>
      )}
    </div>
  );
}
