import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { useOrders } from './state/use-orders-state.ts';

/** The orders of the office. */
export function OrdersPane() {
  const { orders, error, isPending, isFetching, refetch } = useOrders();
  if (error && orders.length === 0) return <ErrorState error={error} onRetry={refetch} busy={isFetching} />;
  if (isPending) return <p role="status">Cargando las órdenes</p>;
  return (
    <ul>
      {orders.map(({ id, code, recipient }) => (
        <li key={id}>
          {code} {recipient.name}
        </li>
      ))}
    </ul>
  );
}
