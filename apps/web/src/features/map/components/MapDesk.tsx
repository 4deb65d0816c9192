import { type MapCourier, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react';
import { OrderSidePanel } from '#features/dispatch-desk/lazy-windows.ts';
import { orderQuery } from '#shared/queries/order-query.ts';
import { OtherViewLink } from '#features/orders/components/OtherViewLink.tsx';
import orderPanel from '#features/orders/OrderSidePanel.module.css';
import { useCommands } from '#shared/hooks/use-commands.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { hoveredOrder } from '#features/orders/state/hovered-order.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import { chunk } from '#shared/http/chunk.ts';
import { useSeconds } from '#shared/hooks/use-seconds.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useLiveness } from '#shared/live/live.ts';
import { livenessText } from '#shared/live/liveness-text.ts';
import { positions } from '#shared/live/positions-store.ts';
import { officeView, provinceView } from '#shared/map/office-view.ts';
import { OrdersMap } from '#shared/map/orders/OrdersMap.tsx';
import { type PlaceRequest, ShowPlace } from '#shared/map/orders/ShowPlace.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { TopBarSlot } from '#shared/ui/TopBarSlot/TopBarSlot.tsx';
import { mapNote } from '#features/orders/rules/map-note.ts';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { useCourierRoute } from '#features/orders/state/use-courier-route.ts';
import { useShownMapOrders } from '#features/orders/state/MapOrdersState.tsx';
import { useOrderMarks } from '#features/orders/state/use-order-marks.ts';
import { useOrdersOffice } from '#features/orders/state/use-orders-office.ts';
import {
  useDispatchOffice,
  useOrderFilter,
  useOrderWindow,
  useSelection,
} from '#features/orders/state/use-orders-state.ts';
import { ZonesButton } from '#features/zones/components/ZonesButton.tsx';
import { ZonesOnMap } from '#features/zones/components/ZonesOnMap.tsx';
import { ZonesPanel } from '#features/zones/lazy-editor.ts';
import { useMapZones } from '#features/zones/state/use-map-zones.ts';
import { OfficePicker } from '#features/session/components/OfficePicker.tsx';
import { roundOf, roundsOf, roundText, summaryText } from '../rules/courier-rounds.ts';
import { onlyCourier, withCourier } from '../rules/only-courier.ts';
import { useMapCouriers } from '../state/use-couriers-scene.ts';
import type { MapActing } from './MapActing.tsx';
import { MapFilters } from './MapFilters.tsx';
import { MapFrame } from './MapFrame.tsx';
import { MapSearch } from './MapSearch.tsx';
import { MapOrderActions } from './OrderWhere.tsx';
import { ReplayLink, useReplay } from './ReplayLink.tsx';
import { SideList } from './SideList.tsx';
import { useChosenCourier } from './use-chosen-courier.tsx';

const loadActing = () => import('./MapActing.tsx');

/** Loaded once there are marks to select. */
function LazyActing(props: ComponentProps<typeof MapActing>) {
  const part = useLazyModule(loadActing);
  return part && <part.MapActing {...props} />;
}

const loadWork = chunk(() => import('./CourierWork.tsx'));
const CourierWork = lazy(async () => ({ default: (await loadWork()).CourierWork }));

const NO_STOPS: readonly MapOrder[] = [];

/** @returns the note that positions and orders are from before the connection broke; undefined while it is open. */
function useOfflineNote(): string | undefined {
  const liveness = useLiveness();
  const isOffline = liveness.state === 'offline';
  const now = useSeconds(isOffline);
  return isOffline ? `${livenessText(liveness, now)}: se ve lo último que llegó` : undefined;
}

/**
 * The map with search, filters, a list of its couriers and orders, the chosen courier, the open order, and actions on the
 * selected orders.
 */
export function MapDesk() {
  const { officeId, timeZone } = useDispatchOffice();
  const near = useNearProvince(officeId);
  const { filter, setFilter } = useOrderFilter();
  const { window: panel, open } = useOrderWindow();
  const office = useOrdersOffice();
  const { orders, question, error, refetch, ...progress } = useShownMapOrders();
  const shownId = panel === null || panel.kind === 'new' ? undefined : panel.id;
  const shown = useQuery({ ...orderQuery(officeId, shownId ?? ''), enabled: shownId !== undefined }).data?.order;
  // An order that was searched for is on the map too, whatever the filter.
  const drawn = useMemo(
    () => (shown && orders.every(({ id }) => id !== shown.id) ? [...orders, shown] : orders),
    [orders, shown],
  );
  const marks = useOrderMarks(drawn);
  const selection = useSelection();
  const offline = useOfflineNote();
  const zones = useMapZones(officeId);
  const replay = useReplay();
  useCommands(() => ({ replay: { run: replay }, ...(zones.isUsed && { zones: { run: zones.open } }) }));

  const { couriers, present, silence } = useMapCouriers(officeId);
  const rounds = useMemo(() => roundsOf(orders, present), [orders, present]);
  const drawnCouriers = useMemo(() => rounds.map((each) => ({ ...each, tasks: roundText(each) })), [rounds]);
  const only = onlyCourier(filter);
  const round = useMemo(() => roundOf(only, rounds, couriers), [only, rounds, couriers]);
  const { route, stops, numbers } = useRouteOnMap(officeId, only, useToday(timeZone), round?.stops ?? NO_STOPS);
  const [asked, setAsked] = useState<PlaceRequest>();
  // With the courier's place when chosen, and the visited stops: the map is fitted once, and does not follow.
  const isRouteRead = only === undefined || route !== undefined;
  const fitted = useMemo(() => {
    const place = only === undefined ? undefined : positions.get().get(only);
    return [...(place ? [place] : []), ...(route?.done ?? []).map((stop) => stop.place)];
  }, [only, route]);

  const chooseCourier = (id: string | undefined): void => {
    setFilter((now) => withCourier(now, id));
  };
  const { scene, follow, layer, panelInList, panelOnMap, covered } = useChosenCourier({
    officeId,
    couriers,
    drawn: drawnCouriers,
    chosenId: only,
    silence,
    isCovered: panel !== null,
    onClose: () => chooseCourier(undefined),
    work: (courier) => (
      <Suspense fallback={<Skeleton height={120} />}>
        <CourierWork courier={courier} route={route} />
      </Suspense>
    ),
  });
  const showOrder = ({ id, place }: Pick<Order, 'id'> & { place: PlaceRequest }): void => {
    follow(false);
    setAsked({ lat: place.lat, lng: place.lng, approximate: place.approximate });
    open({ kind: 'detail', id });
  };

  return (
    <>
      <TopBarSlot>
        <ZonesButton zones={zones} />
        <OfficePicker office={office} />
        <ReplayLink icon={<History size={18} aria-hidden="true" />}>Repetir el día</ReplayLink>
      </TopBarSlot>
      <MapFrame
        summary={summaryText(orders.length, rounds, round)}
        tools={<OtherViewLink to="table" />}
        editor={
          zones.isOpen && (
            <Suspense>
              <ZonesPanel zones={zones} />
            </Suspense>
          )
        }
        list={
          <>
            <MapSearch
              officeId={officeId}
              timeZone={timeZone}
              couriers={couriers}
              onCourier={chooseCourier}
              onOrder={showOrder}
            />
            {panelInList}
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
          </>
        }
        bar={orders.length > 0 && <LazyActing orders={orders} />}
        panel={
          panel !== null && (
            <Suspense
              fallback={<aside className={orderPanel['side']} aria-busy="true" aria-label="Abriendo la orden" />}
            >
              <OrderSidePanel Actions={MapOrderActions} />
            </Suspense>
          )
        }
      >
        <OrdersMap
          {...(officeView(office.offices?.find(({ id }) => id === officeId)?.name ?? officeId) ?? provinceView(near))}
          label="Mapa de la oficina. Lo mismo está en la lista."
          marks={marks}
          couriers={scene}
          route={stops}
          fitted={fitted}
          covered={covered}
          selected={selection.ids}
          shownId={shownId}
          hovered={hoveredOrder}
          question={isRouteRead ? question : null}
          note={offline ?? (error && orders.length > 0 ? 'No se pudo leer todo' : mapNote(orders, progress))}
          hasDrag
          onPick={({ id }, { shiftKey, ctrlKey, metaKey }) => {
            if (shiftKey || ctrlKey || metaKey) selection.toggleById(id);
            else open({ kind: 'detail', id });
          }}
          onPickMany={(some) => void selection.addById(some.map(({ id }) => id))}
          onPickCourier={chooseCourier}
        >
          <ZonesOnMap zones={zones} />
          <ShowPlace place={asked} />
          {layer}
        </OrdersMap>
        {panelOnMap}
      </MapFrame>
    </>
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
