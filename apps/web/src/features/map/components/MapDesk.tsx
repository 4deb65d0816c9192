import { type Courier, writeOrderFilter } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { hoveredOrder } from '#features/orders/state/hovered-order.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { officeView, provinceView } from '#shared/map/office-view.ts';
import { OrdersMap } from '#shared/map/orders/OrdersMap.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { mapNote } from '#features/orders/rules/map-note.ts';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useMapOrders } from '#features/orders/state/use-map-orders.ts';
import { useOrderMarks } from '#features/orders/state/use-order-marks.ts';
import { useOrdersOffice } from '#features/orders/state/use-orders-office.ts';
import { useDispatchOffice, useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { ZonesButton } from '#features/zones/components/ZonesButton.tsx';
import { ZonesOnMap } from '#features/zones/components/ZonesOnMap.tsx';
import { ZonesPanel } from '#features/zones/lazy-editor.ts';
import { useMapZones } from '#features/zones/state/use-map-zones.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import styles from './MapDesk.module.css';
import { roundsOf } from '../rules/courier-rounds.ts';
import { useCouriersScene, usePresentCouriers } from '../state/use-couriers-scene.ts';
import { MapFilters } from './MapFilters.tsx';
import { OrderCard } from './OrderCard.tsx';
import { SideList } from './SideList.tsx';

const NOTHING: ReadonlySet<string> = new Set();
const NO_ORDERS: readonly MapOrder[] = [];
const NO_COURIERS: readonly Courier[] = [];

/** The map with filters, a list of its couriers and orders, and the selected order. */
export function MapDesk() {
  const { officeId } = useDispatchOffice();
  const near = useNearProvince(officeId);
  const { filter, setFilter } = useOrderFilter();
  const office = useOrdersOffice();
  const { orders, question, error, refetch, ...progress } = useMapOrders(officeId, filter);
  const zones = useMapZones(officeId);
  const marks = useOrderMarks(orders);
  const [shownId, setShownId] = useState<string>();
  const shown = orders.find(({ id }) => id === shownId);
  const selected = useMemo(() => (shownId === undefined ? NOTHING : new Set([shownId])), [shownId]);

  const { data: couriers = NO_COURIERS } = useQuery(courierNamesQuery(officeId));
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
    <div className={styles['desk']}>
      <TopBarSlot>
        <ZonesButton zones={zones} />
        <OfficePicker office={office} />
      </TopBarSlot>
      {zones.isOpen && (
        <Suspense>
          <ZonesPanel zones={zones} />
        </Suspense>
      )}
      <aside className={styles['side']} inert={zones.isOpen} aria-label="Órdenes y repartidores del mapa">
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
      </aside>
      <div className={styles['map']}>
        <OrdersMap
          {...(officeView(office.offices?.find(({ id }) => id === officeId)?.name ?? officeId) ?? provinceView(near))}
          label="Mapa de la oficina. Lo mismo está en la lista."
          marks={marks}
          couriers={scene}
          route={route}
          selected={selected}
          hovered={hoveredOrder}
          question={question}
          note={error && orders.length > 0 ? 'No se pudo leer todo' : mapNote(orders, progress)}
          onPick={({ id }) => setShownId(id)}
          onPickCourier={followCourier}
        >
          <ZonesOnMap zones={zones} />
        </OrdersMap>
        {shown && (
          <OrderCard
            key={JSON.stringify([shown.id, writeOrderFilter(filter)])}
            order={shown}
            onClose={() => setShownId(undefined)}
          />
        )}
      </div>
    </div>
  );
}
