import { type Order } from '@despacho/contracts/dispatch';
import MapPinned from 'lucide-react/icons/map-pinned';
import { OrderActions } from '#features/dispatch-desk/components/SelectionActions.tsx';
import { useCourierRoute } from '#features/orders/state/use-courier-route.ts';
import { useDispatchOffice, useOrderFilter } from '#features/orders/state/use-orders-state.ts';
import { districtOf } from '#shared/districts/districts.ts';
import { usePlaceJudge } from '#shared/districts/use-place-judge.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { usePosition } from '#shared/live/positions-store.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { lastSeenText, signOfLife } from '../rules/courier-mark.ts';
import { onlyCourier, withCourier } from '../rules/only-courier.ts';
import { orderWhere } from '../rules/order-where.ts';
import { useMapCouriers } from '../state/use-couriers-scene.ts';
import styles from './OrderWhere.module.css';

/** Where an order is, above what can be done with it: the top of its panel on the map. */
export function MapOrderActions({ order }: { order: Order }) {
  return (
    <>
      <OrderWhere order={order} />
      <OrderActions order={order} />
    </>
  );
}

/** «¿Dónde está mi pedido?» in words: stop, courier, stops before it, last sign of life; or how it ended. */
export function OrderWhere({ order }: { order: Order }) {
  const { officeId, timeZone } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const { silence } = useMapCouriers(officeId);
  const { courier, state, place } = order;
  const carrier = state === 'asignada' || state === 'en_ruta' ? courier : null;
  const route = useCourierRoute(officeId, carrier?.id, useToday(timeZone));
  const now = useServerTime();
  const judge = usePlaceJudge(officeId);
  const position = usePosition(carrier?.id ?? '');
  const where = orderWhere(order, {
    route,
    lastSeen: lastSeenText(signOfLife(position, now, silence)),
    now,
    timeZone,
    district: districtOf(place.ubigeo)?.name ?? place.ubigeo,
    isMisplaced: judge(place).kind === 'implausible',
  });
  return (
    <section className={styles['where']} aria-label="Dónde está">
      <MapPinned size={18} aria-hidden="true" />
      <div>
        <strong>{where.title}</strong>
        {where.text !== undefined && <p>{where.text}</p>}
        {where.when !== undefined && <p>{where.when}</p>}
        {where.place !== undefined && <p className={styles['doubt']}>{where.place}</p>}
      </div>
      {carrier && onlyCourier(filter) !== carrier.id && (
        <Button size="sm" onClick={() => setFilter((now) => withCourier(now, carrier.id))}>
          Ver su ruta
        </Button>
      )}
    </section>
  );
}
