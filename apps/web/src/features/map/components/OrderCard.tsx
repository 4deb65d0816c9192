import { useQuery } from '@tanstack/react-query';
import { districtOf } from '#shared/districts/districts.ts';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';
import { formatSoles } from '#shared/format/format-soles.ts';
import { ChangeNote } from '#shared/live/ChangeNote.tsx';
import { PresenceNote } from '#shared/live/PresenceNote.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { orderQuery } from '#features/orders/api/orders-queries.ts';
import { DueText } from '#features/orders/components/DueText.tsx';
import { StateMark } from '#features/orders/components/StateMark.tsx';
import { type MapOrder } from '#features/orders/rules/map-order.ts';
import { orderPath } from '#features/orders/rules/orders-path.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useSession } from '#features/session/state/session.ts';
import styles from './OrderCard.module.css';

/** Summary of the order selected on the map. Its address and amount are fetched. */
export function OrderCard({ order, onClose }: { order: MapOrder; onClose: () => void }) {
  const { officeId, timeZone } = useDispatchOffice();
  const { data } = useQuery(orderQuery(officeId, order.id));
  const me = useSession();
  const now = useServerTime();
  const { id, code, state, recipient, place, courier } = order;
  const { address, collect } = { ...data?.order.place, ...data?.order };
  return (
    <section className={styles['card']} aria-label={`Orden ${code}`}>
      <header>
        <code>{code}</code>
        <StateMark state={state} />
        <IconButton
          label="Cerrar la ficha"
          variant="plain"
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <strong>{recipient.name}</strong>
      <p>
        {address !== undefined && `${address}, `}
        {districtOf(place.ubigeo)?.name}
        {place.approximate && <em> (ubicación aproximada)</em>}
      </p>
      <dl>
        <div>
          <dt>Vence</dt>
          <dd>
            <DueText order={order} now={now} timeZone={timeZone} />
          </dd>
        </div>
        <div>
          <dt>Repartidor</dt>
          <dd>{courier?.name ?? 'Sin asignar'}</dd>
        </div>
        {collect && (
          <div>
            <dt>Cobro</dt>
            <dd>{formatSoles(collect.due)}</dd>
          </div>
        )}
      </dl>
      <PresenceNote orderId={id} />
      <ChangeNote orderId={id} />
      <Link to={orderPath({ id, officeId }, me)} className={styles['open']}>
        Abrir en Asig. Orden(B)
      </Link>
    </section>
  );
}
