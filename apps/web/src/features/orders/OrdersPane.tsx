import { emptyFilter } from '@despacho/contracts/dispatch';
import PackageSearch from 'lucide-react/icons/package-search';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { useReportFirstRows } from '#shared/state/first-rows.ts';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { FilterBar } from './components/FilterBar.tsx';
import { OrdersGrid } from './components/OrdersGrid.tsx';
import { OrdersSkeleton } from './components/OrdersSkeleton.tsx';
import styles from './OrdersPane.module.css';
import { openOrders, sameFilter } from './rules/orders-address.ts';
import { useColumns } from './state/use-columns.ts';
import { useOrderFilter, useOrders, useOrderWindow } from './state/use-orders-state.ts';
import { useOrdersTab } from './state/use-orders-tab.ts';
import { useWidth } from './state/use-width.ts';

interface Props {
  /** Shown next to the filters. */
  tools?: ReactNode;
  /** Shown before the flags. */
  alerts?: ReactNode;
}

/** Below this width in px an order is shown as a card with two lines. */
const CARDS_BELOW = 560;

export function OrdersPane({ tools, alerts }: Props) {
  const [ref, width] = useWidth();
  const [columns, setColumns] = useColumns(width);
  const { orders, earlier, error, isPending, isFetching, refetch } = useOrders();
  const tab = useOrdersTab();
  const isCard = width < CARDS_BELOW;
  const isEmpty = orders.length === 0 && (earlier === null || error !== null);
  useReportFirstRows(!isPending && (isEmpty || width > 0));
  return (
    <div ref={ref} className={styles['pane']}>
      <FilterBar tab={tab} columns={columns} onColumns={isCard ? null : setColumns} tools={tools} alerts={alerts} />
      {isPending && <OrdersSkeleton isCard={isCard} />}
      {error !== null && isEmpty && !isPending && <ErrorState error={error} onRetry={refetch} busy={isFetching} />}
      {!isPending && error === null && isEmpty && <NoOrders onClear={tab.clear} />}
      {!isPending && !isEmpty && width > 0 && <OrdersGrid columns={columns} isCard={isCard} />}
    </div>
  );
}

function NoOrders({ onClear }: { onClear: () => void }) {
  const { filter, setFilter } = useOrderFilter();
  const { open } = useOrderWindow();
  const create = <Button onClick={() => open({ kind: 'new' })}>Crear una orden</Button>;
  if (sameFilter(filter, emptyFilter())) {
    return (
      <EmptyState icon={<PackageSearch size={22} />} title="Todavía no hay órdenes" action={create}>
        Cree la primera, o importe las de un cliente con «Archivo».
      </EmptyState>
    );
  }
  if (sameFilter(filter, openOrders())) {
    return (
      <EmptyState
        icon={<PackageSearch size={22} />}
        title="No queda nada por hacer"
        action={
          <>
            {create} <Button onClick={() => setFilter(emptyFilter())}>Ver todas</Button>
          </>
        }
      >
        Ninguna orden está pendiente, asignada o en ruta. Cree una, o importe las de un cliente con «Archivo».
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      title="Ninguna orden cumple los filtros"
      action={<Button onClick={onClear}>Quitar filtros</Button>}
    >
      {filter.search
        ? `Se buscó «${filter.search}» en código, cliente, destinatario, teléfono y dirección.`
        : 'Quite alguno para ver más.'}
    </EmptyState>
  );
}
