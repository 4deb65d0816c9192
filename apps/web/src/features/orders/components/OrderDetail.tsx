import { type Arrival, collectedOf, type Order, placeReason } from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { usePlaceJudge } from '#shared/districts/use-place-judge.ts';
import Flag from 'lucide-react/icons/flag';
import MapPin from 'lucide-react/icons/map-pin';
import Repeat2 from 'lucide-react/icons/repeat-2';
import { type ReactNode } from 'react';
import { PhoneText } from '#shared/fields/PhoneText.tsx';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { dayIn, formatDay, formatWeekday } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { exactnessAt } from '#shared/map/exactness-at.ts';
import { exactnessText } from '#shared/map/exactness-text.ts';
import { PresenceNote } from '#shared/live/PresenceNote.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { arrivalText } from '../rules/arrival-text.ts';
import { type Names } from '../rules/change-lines.ts';
import { PAID_BY, paymentsText } from '../rules/payment-text.ts';
import { DueText } from './DueText.tsx';
import styles from './OrderDetail.module.css';
import { UnknownSender } from './UnknownSender.tsx';

interface Props {
  order: Order;
  /** When couriers were at its place, by time. */
  arrivals?: readonly Arrival[];
  /** Couriers whose visits say where it is. */
  placedBy?: readonly string[] | undefined;
  names: Names;
  timeZone: string;
  now: number;
}

export function OrderDetail({ order, arrivals = [], placedBy, names, timeZone, now }: Props) {
  const { place, recipient, client, collect, courier, reason, guide, clientReference, note } = order;
  const verdict = usePlaceJudge(order.officeId)(place);
  const district = districtOf(place.ubigeo);
  const placeDoubt = district && placeReason(verdict, district);
  return (
    <>
      <PresenceNote orderId={order.id} />
      {note !== null && (
        <p className={styles['note']}>
          <strong>Nota</strong> {note}
        </p>
      )}
      <dl className={styles['facts']}>
        <Fact label="Entrega">
          <DueText order={order} now={now} timeZone={timeZone} />
          {(order.priority === 'alta' || order.attempt > 1) && (
            <span className={styles['marks']}>
              {order.priority === 'alta' && (
                <Mark tone="alarm" icon={<Flag aria-hidden="true" />}>
                  Prioridad alta
                </Mark>
              )}
              {order.attempt > 1 && (
                <Mark tone="warn" icon={<Repeat2 aria-hidden="true" />}>
                  Visita {order.attempt}
                </Mark>
              )}
            </span>
          )}
        </Fact>
        <Fact label="Destinatario">
          <strong>{recipient.name}</strong>
          {recipient.phone !== null && <PhoneText phone={recipient.phone} name={recipient.name} />}
        </Fact>
        <Fact label="Dirección">
          {place.address}
          <span className="note">{district?.name ?? place.ubigeo}</span>
          {place.reference !== null && <span className="note">{place.reference}</span>}
          {place.approximate && (
            <span className={styles['approximate']}>
              <MapPin size={14} aria-hidden="true" />
              Ubicación aproximada
            </span>
          )}
          <span className="note">
            {exactnessText(exactnessAt(place))}
            {placedBy && ` de ${placedBy.join(', ')}`}
          </span>
          {placeDoubt && <span className={styles['approximate']}>{placeDoubt}</span>}
        </Fact>
        <Fact label="Repartidor">{courier?.name ?? <span className="note">Sin asignar</span>}</Fact>
        {arrivals.length > 0 && (
          <Fact label="Llegada">
            {arrivals.map((arrival) => (
              <span key={`${arrival.courierId} ${arrival.at}`}>
                {arrivalText(arrival, timeZone, now)}
                {arrival.courierId !== courier?.id && ` · ${names.courier(arrival.courierId)}`}
              </span>
            ))}
          </Fact>
        )}
        {reason !== null && (
          <Fact label="Motivo">
            {names.reason(reason)}
            {order.wanted !== null && <span className="note">Que vuelvan el {formatWeekday(order.wanted)}</span>}
          </Fact>
        )}
        {order.closedAt !== null && (
          <Fact label="Visita">
            {formatDateTime(order.closedAt, timeZone)}
            {order.visitDay !== null &&
              order.visitDay !== dayIn(timeZone, Date.parse(order.closedAt)) &&
              ` · cuenta en el ${formatDay(order.visitDay, order.visitDay)}`}
          </Fact>
        )}
        <Fact label="Cobro">
          {collect ? <CollectText {...collect} /> : <span className="note">Nada por cobrar</span>}
        </Fact>
        <Fact label="Carga">
          {order.packages === 1 ? '1 bulto' : `${order.packages} bultos`} · {formatWeight(order.weightGrams)}
        </Fact>
        <Fact label="Cliente">
          {client.name}
          {client.phone !== null && <PhoneText phone={client.phone} name={client.name} />}
          <UnknownSender order={order} />
        </Fact>
        {clientReference !== null && (
          <Fact label="Referencia">
            <code>{clientReference}</code>
          </Fact>
        )}
        {guide !== null && (
          <Fact label="Guía de remisión">
            <code>{guide}</code>
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt className="note">{label}</dt>
      <dd className={styles['value']}>{children}</dd>
    </div>
  );
}

function CollectText({ due, payments, difference }: NonNullable<Order['collect']>) {
  const [only, ...others] = payments;
  if (!only) return <strong>{formatSoles(due)} contra entrega</strong>;
  const collected = collectedOf(payments);
  return (
    <>
      Cobrado <strong>{formatSoles(collected)}</strong>
      {others.length === 0 ? ` ${PAID_BY[only.means]}` : <span className="note">{paymentsText(payments)}</span>}
      {collected !== due && (
        <span className={styles['alarm']}>
          Debía cobrarse {formatSoles(due)}
          {difference !== null && `: ${difference}`}
        </span>
      )}
    </>
  );
}
