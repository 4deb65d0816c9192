import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#shared/format/format-number.ts';
import { useOffice } from '#features/session/state/use-office.ts';
import { attentionQuery } from './api/attention-query.ts';
import styles from './AttentionBadge.module.css';

/** The number of open lines of «Por atender», in the menu. Nothing while there are none. */
export function AttentionBadge() {
  const { officeId } = useOffice();
  const { data } = useQuery(attentionQuery(officeId, 0));
  if (!data || data.open === 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{data.open > 99 ? '99+' : data.open}</span>
      <span className="visually-hidden">, {formatNumber(data.open)} por atender</span>
    </span>
  );
}
