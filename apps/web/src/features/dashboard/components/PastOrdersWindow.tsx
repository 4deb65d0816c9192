import { orderFilterQuery, readOrderFilter, type Order } from '@despacho/contracts/dispatch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useSession } from '#features/session/state/session.ts';
import { pastOrdersQuery } from '../api/figures-queries.ts';
import { useFigures } from '../state/figures-context.ts';
import styles from './PastOrdersWindow.module.css';

interface Props {
  /** The filter, as in the address of a list. */
  filter: string;
  moment: string;
  onClose: () => void;
}

/** The orders of a figure at the shown past minute. Read-only. */
export default function PastOrdersWindow({ filter, moment, onClose }: Props) {
  const read = orderFilterQuery.safeParse(Object.fromEntries(new URLSearchParams(filter))).data;
  return (
    <Window
      wide
      title={`Órdenes a las ${moment.slice(11)}`}
      lead="Como estaban en ese momento. El código abre la orden como está ahora."
      hasClose
      onDismiss={onClose}
    >
      {read === undefined ? (
        <p className={styles['none']}>El enlace no es válido. Vuelva a abrir la lista desde la cifra.</p>
      ) : (
        <List filter={readOrderFilter(read)} moment={moment} />
      )}
    </Window>
  );
}

function List({ filter, moment }: { filter: ReturnType<typeof readOrderFilter>; moment: string }) {
  const { officeId } = useFigures();
  const query = useInfiniteQuery(pastOrdersQuery({ officeId, moment }, filter));
  if (query.isPending) return <Skeletons label="Cargando las órdenes" count={6} height={44} />;
  if (query.isLoadingError) return <QueryError query={query} />;
  const orders = query.data.pages.flatMap((page) => page.orders);
  const { hasNextPage, isFetchingNextPage } = query;
  return (
    <>
      <p role="status" className={styles['count']}>
        {hasNextPage ? `Las primeras ${formatNumber(orders.length)}` : orderCount(orders.length)}
      </p>
      <ul className={styles['list']} aria-label="Órdenes en ese momento" tabIndex={0}>
        {orders.map((order) => (
          <Line key={order.id} order={order} />
        ))}
      </ul>
      {query.isFetchNextPageError && <FailureAlert error={query.error} />}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Mostrar más
        </Button>
      )}
    </>
  );
}

function Line({ order }: { order: Order }) {
  const me = useSession();
  const { officeId, timeZone } = useFigures();
  const { id, code, state, recipient, place, courier, closedAt, dueAt } = order;
  return (
    <li className={styles['order']}>
      <Link to={orderPath({ id, officeId }, me)} className={styles['code']}>
        {code}
      </Link>
      <StateMark state={state} />
      <span className={styles['who']}>
        <span className="truncate">{recipient.name}</span>
        <span className={styles['more']}>{place.address}</span>
      </span>
      <span className={styles['courier']}>{courier === null ? 'sin repartidor' : courier.name}</span>
      <span className={styles['when']}>
        {closedAt === null ? `vence ${formatTime(dueAt, timeZone)}` : `cerrada ${formatTime(closedAt, timeZone)}`}
      </span>
    </li>
  );
}
