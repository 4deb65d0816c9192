import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton/Skeleton.tsx';
import { useCoarsePointer } from '../../../shared/hooks/use-coarse-pointer.ts';
import { stopsQuery } from '../../orders/api/stops-query.ts';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { StopRows } from './StopRows.tsx';
import styles from './StopsList.module.css';

/** A courier's stops in route order. */
export function StopsList({ courier }: { courier: Courier }) {
  const { officeId } = useDispatchOffice();
  const isCoarse = useCoarsePointer();
  const query = useQuery(stopsQuery(officeId, courier.id));
  if (query.isPending) return <Skeleton className={styles['waiting']} height={36} />;
  if (query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (query.data.length === 0)
    return (
      <p className={styles['none']}>
        Sin paradas.{' '}
        {isCoarse ? 'Asígnele órdenes desde la tabla.' : 'Asígnele órdenes desde la tabla o arrástrelas hasta aquí.'}
      </p>
    );
  return <StopRows courier={courier} stops={query.data} />;
}
