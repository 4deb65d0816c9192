import { type MapCourier, type Order, VEHICLES } from '@despacho/contracts/dispatch';
import { promiseText } from '#features/orders/rules/due.ts';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { serverNow } from '#shared/http/server-clock.ts';
import { Highlight } from '#shared/fields/Highlight.tsx';
import { orderCount } from '#shared/format/order-count.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import styles from './Found.module.css';

interface CourierProps {
  courier: Pick<MapCourier, 'name' | 'vehicle' | 'plate'> & { load?: { orders: number } };
  /** Words of the search, which are marked. */
  words: readonly string[];
}

/** A courier among results. */
export function FoundCourier({ courier: { name, vehicle, plate, load }, words }: CourierProps) {
  return (
    <>
      <Avatar name={name} />
      <span>
        <strong className="truncate">
          <Highlight text={name} words={words} />
        </strong>
        <small className="truncate">
          {VEHICLES[vehicle]}
          {plate !== null && ' '}
          <Highlight text={plate ?? ''} words={words} />
          {load && load.orders > 0 && ` · lleva ${orderCount(load.orders)}`}
        </small>
      </span>
    </>
  );
}

/** An order among results. */
export function FoundOrder({ order, timeZone }: { order: Order; timeZone: string }) {
  const { code, state, recipient, place, courier } = order;
  return (
    <span className={styles['order']}>
      <span>
        <code>{code}</code>
        <StateMark state={state} />
      </span>
      <strong className="truncate">{recipient.name}</strong>
      <small className="truncate">{promiseText(order, serverNow(), timeZone)}</small>
      <small className="truncate">{[place.address, ...(courier ? [courier.name] : [])].join(' · ')}</small>
    </span>
  );
}
