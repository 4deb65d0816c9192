import { useQuery } from '@tanstack/react-query';
import { hoveredOrder } from '../state/hovered-order.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { officeView, provinceView } from '#shared/map/office-view.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { useHasFirstRows } from '#shared/state/first-rows.ts';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { useDispatchOffice, useOrderFilter, useOrderWindow, useSelection } from '../state/use-orders-state.ts';
import { mapNote } from '../rules/map-note.ts';
import { useMapOrders } from '../state/use-map-orders.ts';
import { useOrderMarks } from '../state/use-order-marks.ts';

/** Loaded lazily, because it imports Leaflet. */
const loadMap = () => import('#shared/map/orders/OrdersMap.tsx');

/** The filtered orders on a map; selection is shared with the table, whose rows come first. */
export function OrdersMapPane() {
  return useHasFirstRows() ? <OrdersOnMap /> : <LoadingMap />;
}

function LoadingMap() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando el mapa" style={{ flex: 1 }}>
      <Skeleton height="100%" />
    </div>
  );
}

function OrdersOnMap() {
  const { officeId } = useDispatchOffice();
  const near = useNearProvince(officeId);
  const { filter } = useOrderFilter();
  const { window: panel, open } = useOrderWindow();
  const selection = useSelection();
  const { data: offices } = useQuery(officesQuery);
  const { orders, question, error, refetch, ...progress } = useMapOrders(officeId, filter);
  const marks = useOrderMarks(orders);
  const part = useLazyModule(loadMap);

  if (error && orders.length === 0) return <ErrorState error={error} onRetry={refetch} busy={progress.isReading} />;
  if (!part) return <LoadingMap />;
  return (
    <part.OrdersMap
      {...(officeView(offices?.find(({ id }) => id === officeId)?.name ?? officeId) ?? provinceView(near))}
      label="Mapa de las órdenes. Las mismas están en la tabla."
      marks={marks}
      selected={selection.ids}
      shownId={panel === null || panel.kind === 'new' ? undefined : panel.id}
      hovered={hoveredOrder}
      question={question}
      note={mapNote(orders, progress)}
      onPick={({ id }, { shiftKey, ctrlKey, metaKey }) => {
        if (shiftKey || ctrlKey || metaKey) selection.toggleById(id);
        else open({ kind: 'detail', id });
      }}
      hasDrag
      onPickMany={(some) => void selection.addById(some.map(({ id }) => id))}
    />
  );
}
