import { type Courier, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { courierNamesQuery, couriersOn } from '#features/couriers/api/couriers-query.ts';
import { OrderDrag } from '#features/dispatch-desk/components/OrderDrag.tsx';
import { SelectionActions } from '#features/dispatch-desk/components/SelectionActions.tsx';
import { OtherViewLink } from '#features/orders/components/OtherViewLink.tsx';
import { SelectionBar } from '#features/orders/components/SelectionBar.tsx';
import { hoveredOrder } from '#features/orders/state/hovered-order.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { useLiveness } from '#shared/live/live.ts';
import { livenessText } from '#shared/live/liveness-text.ts';
import { officeView, provinceView } from '#shared/map/office-view.ts';
import { OrdersMap } from '#shared/map/orders/OrdersMap.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { mapNote } from '#features/orders/rules/map-note.ts';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useShownMapOrders } from '#features/orders/state/MapOrdersState.tsx';
import { useOrderMarks } from '#features/orders/state/use-order-marks.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useOrdersOffice } from '#features/orders/state/use-orders-office.ts';
import { useDispatchOffice, useOrderFilter, useSelection } from '#features/orders/state/use-orders-state.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { roundsOf } from '../rules/courier-rounds.ts';
import { useCouriersScene, usePresentCouriers } from '../state/use-couriers-scene.ts';
import { MapFilters } from './MapFilters.tsx';
import { MapFrame } from './MapFrame.tsx';
import { OrderCard } from './OrderCard.tsx';
import { SideList } from './SideList.tsx';

const NO_ORDERS: readonly MapOrder[] = [];
const NO_COURIERS: readonly Courier[] = [];

/** @returns that positions and orders are those of before the connection broke; undefined while it is open. */
function useOfflineNote(): string | undefined {
  const liveness = useLiveness();
  const isOffline = liveness.state === 'offline';
  const now = useSeconds(isOffline);
  return isOffline ? `${livenessText(liveness, now)}: se ve lo último que llegó` : undefined;
}

/** The map with filters, a list of its couriers and orders, the selected order, and actions on the selection. */
export function MapDesk() {
  const { officeId } = useDispatchOffice();
  const near = useNearProvince(officeId);
  const { filter, setFilter } = useOrderFilter();
  const office = useOrdersOffice();
  const { orders, question, error, refetch, ...progress } = useShownMapOrders();
  const marks = useOrderMarks(orders);
  const selection = useSelection();
  const [shownId, setShownId] = useState<string>();
  const shown = orders.find(({ id }) => id === shownId);
  const offline = useOfflineNote();

  const { data: couriers = NO_COURIERS } = useQuery(courierNamesQuery(officeId));
  // Their loads, only while they can change.
  const { data: loads } = useQuery({ ...couriersOn(officeId, useDeskDay()), enabled: selection.ids.size > 0 });
  const present = usePresentCouriers(couriers);
  const rounds = useMemo(() => roundsOf(orders, present), [orders, present]);
  const only = filter.couriers.is.length === 1 ? filter.couriers.is[0] : undefined;
  const scene = useCouriersScene(rounds, only);
  const round = rounds.find(({ id }) => id === only);
  const stops = round?.stops ?? NO_ORDERS;
  const route = useMemo(() => stops.map(({ place: { lat, lng } }) => [lat, lng] as const), [stops]);
  const followCourier = (id: string | undefined): void => {
    setFilter((now) => ({ ...now, couriers: { is: id === undefined ? [] : [id], not: [] } }));
  };

  return (
    <>
      <TopBarSlot>
        <OfficePicker office={office} />
      </TopBarSlot>
      <MapFrame
        summary={`${orderCount(orders.length)} · ${rounds.length === 1 ? '1 repartidor' : `${formatNumber(rounds.length)} repartidores`}`}
        tools={<OtherViewLink to="table" />}
        list={
          <>
            <MapFilters present={orders.map(({ place }) => place.ubigeo)} />
            {error && orders.length === 0 ? (
              <ErrorState error={error} onRetry={refetch} busy={progress.isReading} />
            ) : (
              <SideList
                rounds={rounds}
                round={round}
                orders={orders}
                isReading={progress.isReading}
                shownId={shownId}
                onCourier={followCourier}
                onOrder={setShownId}
              />
            )}
          </>
        }
        bar={
          <SelectionBar>
            <SelectionActions />
          </SelectionBar>
        }
      >
        <OrdersMap
          {...(officeView(office.offices?.find(({ id }) => id === officeId)?.name ?? officeId) ?? provinceView(near))}
          label="Mapa de la oficina. Lo mismo está en la lista."
          marks={marks}
          couriers={scene}
          route={route}
          selected={selection.ids}
          shownId={shownId}
          hovered={hoveredOrder}
          question={question}
          note={offline ?? (error && orders.length > 0 ? 'No se pudo leer todo' : mapNote(orders, progress))}
          hasDrag
          onPick={({ id }, { shiftKey, ctrlKey, metaKey }) => {
            if (shiftKey || ctrlKey || metaKey) selection.toggleById(id);
            else setShownId(id);
          }}
          onPickMany={(some) => void selection.addById(some.map(({ id }) => id))}
          onPickCourier={followCourier}
        />
        {shown && (
          <OrderCard
            key={JSON.stringify([shown.id, writeOrderFilter(filter)])}
            order={shown}
            onClose={() => setShownId(undefined)}
          />
        )}
      </MapFrame>
      <OrderDrag listed={orders} couriers={loads ?? couriers} />
    </>
  );
}
