import { type MapCourier, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { OrderSidePanel } from '#features/dispatch-desk/lazy-windows.ts';
import { orderQuery } from '#features/orders/api/orders-queries.ts';
import orderPanel from '#features/orders/OrderSidePanel.module.css';
import { hoveredOrder } from '#features/orders/state/hovered-order.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { chunk } from '#shared/http/chunk.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { positions } from '#shared/live/positions-store.ts';
import { officeView, provinceView } from '#shared/map/office-view.ts';
import { OrdersMap } from '#shared/map/orders/OrdersMap.tsx';
import { type AskedPlace, ShowPlace } from '#shared/map/orders/ShowPlace.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { mapNote } from '#features/orders/rules/map-note.ts';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useCourierRoute } from '#features/orders/state/use-courier-route.ts';
import { useMapOrders } from '#features/orders/state/use-map-orders.ts';
import { useOrderMarks } from '#features/orders/state/use-order-marks.ts';
import { useOrdersOffice } from '#features/orders/state/use-orders-office.ts';
import { useDispatchOffice, useOrderFilter, useOrderWindow } from '#features/orders/state/use-orders-state.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import styles from './MapDesk.module.css';
import { roundsOf, roundText } from '../rules/courier-rounds.ts';
import { onlyCourier, withCourier } from '../rules/only-courier.ts';
import { useCouriersScene, useMapCouriers } from '../state/use-couriers-scene.ts';
import { useFollow } from '../state/use-follow.tsx';
import { useIsWide } from '../state/use-is-wide.ts';
import { CourierPanel, PANEL_WIDTH } from './CourierPanel.tsx';
import { MapFilters } from './MapFilters.tsx';
import { MapSearch } from './MapSearch.tsx';
import { MapOrderActions } from './OrderWhere.tsx';
import { SideList } from './SideList.tsx';

const loadWork = chunk(() => import('./CourierWork.tsx'));
const CourierWork = lazy(async () => ({ default: (await loadWork()).CourierWork }));

const NOTHING: ReadonlySet<string> = new Set();
const NO_STOPS: readonly MapOrder[] = [];

/** The map with search, filters, a list of its couriers and orders, and the selected courier and order. */
export function MapDesk() {
  const { officeId, timeZone } = useDispatchOffice();
  const near = useNearProvince(officeId);
  const { filter, setFilter } = useOrderFilter();
  const { window: panel, open } = useOrderWindow();
  const office = useOrdersOffice();
  const isWide = useIsWide();
  const { orders, question, error, refetch, ...progress } = useMapOrders(officeId, filter);
  const shownId = panel === null || panel.kind === 'new' ? undefined : panel.id;
  const shown = useQuery({ ...orderQuery(officeId, shownId ?? ''), enabled: shownId !== undefined }).data?.order;
  // An order that was searched for is on the map too, whatever the filter.
  const drawn = useMemo(
    () => (shown && orders.every(({ id }) => id !== shown.id) ? [...orders, shown] : orders),
    [orders, shown],
  );
  const marks = useOrderMarks(drawn);
  const selected = useMemo(() => (shownId === undefined ? NOTHING : new Set([shownId])), [shownId]);

  const { couriers, present, silence } = useMapCouriers(officeId);
  const rounds = useMemo(() => roundsOf(orders, present), [orders, present]);
  const drawnCouriers = useMemo(() => rounds.map((each) => ({ ...each, tasks: roundText(each) })), [rounds]);
  const only = onlyCourier(filter);
  const scene = useCouriersScene(drawnCouriers, only, silence);
  const round = rounds.find(({ id }) => id === only);
  const courier = couriers.find(({ id }) => id === only);
  const { route, stops, numbers } = useRouteOnMap(officeId, only, useToday(timeZone), round?.stops ?? NO_STOPS);
  const [asked, setAsked] = useState<AskedPlace>();
  const { isFollowed, follow, layer } = useFollow(scene, courier);
  // With the courier's place when chosen, and the visited stops: the map is fitted once, and does not follow by itself.
  const isRouteRead = only === undefined || route !== undefined;
  const fitted = useMemo(() => {
    const place = only === undefined ? undefined : positions.get().get(only);
    return [...(place ? [place] : []), ...(route?.done ?? []).map((stop) => stop.place)];
  }, [only, route]);

  const chooseCourier = (id: string | undefined): void => {
    setFilter((now) => withCourier(now, id));
  };
  const showOrder = ({ id, place }: Pick<Order, 'id'> & { place: AskedPlace }): void => {
    follow(false);
    setAsked({ lat: place.lat, lng: place.lng, approximate: place.approximate });
    open({ kind: 'detail', id });
  };
  const courierPanel = courier && panel === null && (
    <CourierPanel
      key={courier.id}
      courier={courier}
      silence={silence}
      isFollowed={isFollowed}
      onFollow={follow}
      onClose={() => chooseCourier(undefined)}
    >
      <Suspense fallback={<Skeleton height={120} />}>
        <CourierWork courier={courier} route={route} />
      </Suspense>
    </CourierPanel>
  );

  return (
    <div className={styles['desk']} data-panel={panel === null ? undefined : ''}>
      <TopBarSlot>
        <OfficePicker office={office} />
      </TopBarSlot>
      <aside className={styles['side']} aria-label="Órdenes y repartidores del mapa">
        <MapSearch officeId={officeId} couriers={couriers} onCourier={chooseCourier} onOrder={showOrder} />
        {!isWide && courierPanel}
        <MapFilters couriers={couriers} present={orders.map(({ place }) => place.ubigeo)} />
        {error && orders.length === 0 ? (
          <ErrorState error={error} onRetry={refetch} busy={progress.isReading} />
        ) : (
          <SideList
            rounds={rounds}
            round={round}
            orders={orders}
            isReading={progress.isReading}
            silence={silence}
            numbers={numbers}
            shownId={shownId}
            onCourier={chooseCourier}
            onOrder={(id) => open({ kind: 'detail', id })}
          />
        )}
      </aside>
      <div className={styles['map']}>
        <OrdersMap
          {...(officeView(office.offices?.find(({ id }) => id === officeId)?.name ?? officeId) ?? provinceView(near))}
          label="Mapa de la oficina. Lo mismo está en la lista."
          marks={marks}
          couriers={scene}
          route={stops}
          fitted={fitted}
          covered={isWide && courierPanel ? PANEL_WIDTH : 0}
          selected={selected}
          hovered={hoveredOrder}
          question={isRouteRead ? question : null}
          note={error && orders.length > 0 ? 'No se pudo leer todo' : mapNote(orders, progress)}
          onPick={({ id }) => open({ kind: 'detail', id })}
          onPickCourier={chooseCourier}
        >
          <ShowPlace place={asked} />
          {layer}
        </OrdersMap>
        {isWide && courierPanel}
      </div>
      {panel !== null && (
        <Suspense fallback={<aside className={orderPanel['side']} aria-busy="true" aria-label="Abriendo la orden" />}>
          <OrderSidePanel Actions={MapOrderActions} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * @param remaining the courier's stops on the map, until the route is loaded.
 * @returns the courier's route, its numbered stops for the map, and the numbers by order.
 */
function useRouteOnMap(
  officeId: string,
  courierId: MapCourier['id'] | undefined,
  today: string,
  remaining: readonly MapOrder[],
) {
  const route = useCourierRoute(officeId, courierId, today);
  const done = route?.done.length ?? 0;
  const all = useMemo(() => (route ? [...route.done, ...route.open] : remaining), [route, remaining]);
  const marks = useOrderMarks(all);
  const stops = useMemo(
    () => marks.map((mark, index) => ({ mark, number: index + 1, isDone: index < done })),
    [marks, done],
  );
  const numbers = useMemo(() => new Map(stops.map(({ mark, number }) => [mark.id, number])), [stops]);
  return { route, stops, numbers };
}
