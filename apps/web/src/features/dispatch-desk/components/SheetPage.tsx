import {
  type Arrival,
  COLLECTION_MEANS,
  type Courier,
  type Order,
  type Reason,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { formatDay, formatWeekday } from '#shared/format/format-day.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { QrCode } from '#features/couriers/components/QrCode.tsx';
import { arrivalText } from '#features/orders/rules/arrival-text.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { sheetTotals } from '../rules/sheet-totals.ts';
import styles from './RouteSheet.module.css';

interface Props {
  courier: Courier;
  /** The day of the route. */
  day: string;
  stops: readonly Order[];
  /** The office's reasons for failed visits; undefined until loaded. */
  reasons: readonly Reason[] | undefined;
  /** When the courier was at the places of stops on that day, by time. */
  arrivals: readonly Arrival[];
}

/** The route sheet: stops in order, amounts to collect, and space for payments, reasons and signatures. */
export function SheetPage({ courier, day, stops, reasons = [], arrivals }: Props) {
  const { timeZone } = useDispatchOffice();
  const now = serverNow();
  const totals = sheetTotals(stops);
  const arrivalsAt = Map.groupBy(arrivals, ({ orderId }) => orderId);
  return (
    <article className={styles['sheet']} aria-label={`Hoja de ruta de ${courier.name}`}>
      <header className={styles['head']}>
        <div>
          <h2 className={styles['title']}>
            Hoja de ruta ·{' '}
            <strong className={styles['day']}>
              {formatWeekday(day)} de {day.slice(0, 4)}
            </strong>
          </h2>
          <p className={styles['courier']}>{courier.name}</p>
          <p>
            {[VEHICLES[courier.vehicle], courier.plate, courier.phone && formatPhone(courier.phone)]
              .filter(Boolean)
              .join(' · ')}{' '}
            · Turno {courier.shift.from}–{courier.shift.to}
          </p>
        </div>
        <dl className={styles['totals']}>
          <Total label="Paradas" value={formatNumber(totals.stops)} />
          <Total label="Bultos" value={formatNumber(totals.packages)} />
          <Total label="Peso" value={formatWeight(totals.weightGrams)} />
          <Total label="Por cobrar" value={formatSoles(totals.due)} />
        </dl>
      </header>
      <table className={styles['stops']}>
        <thead>
          <tr>
            <th scope="col">N.º</th>
            <th scope="col">Orden</th>
            <th scope="col">Destinatario y dirección</th>
            <th scope="col">Horario</th>
            <th scope="col">Bultos</th>
            <th scope="col">Cobro y cómo pagó</th>
            <th scope="col">Recibe: nombre, DNI y firma</th>
          </tr>
        </thead>
        <tbody>
          {stops.map((stop, place) => (
            <Stop
              key={stop.id}
              stop={stop}
              place={place + 1}
              day={day}
              arrivals={(arrivalsAt.get(stop.id) ?? []).map((each) => arrivalText(each, timeZone, now))}
            />
          ))}
        </tbody>
      </table>
      {stops.length === 0 && <p className={styles['none']}>No tiene paradas.</p>}
      {reasons.length > 0 && stops.length > 0 && (
        <section className={styles['reasons']} aria-label="Motivos de no entrega">
          <p>Si no se entrega, anote el número del motivo:</p>
          <ol>
            {reasons.map(({ code, name }, place) => (
              <li key={code}>
                <strong>{place + 1}</strong> {name}
              </li>
            ))}
          </ol>
        </section>
      )}
      <footer className={styles['signs']}>
        <span>Firma del repartidor</span>
        <span>Firma de despacho</span>
        <span>Impresa el {formatDateTime(new Date(now).toISOString(), timeZone)}</span>
      </footer>
    </article>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface StopProps {
  stop: Order;
  place: number;
  day: string;
  arrivals: readonly string[];
}

function Stop({ stop, place, day, arrivals }: StopProps) {
  const { recipient, place: where, collect, note, window, guide } = stop;
  return (
    <tr>
      <td className={styles['number']}>
        {place}
        <QrCode text={stop.code} label={`Código QR de ${stop.code}`} className={styles['qr']} />
      </td>
      <td className={styles['code']}>
        {stop.code}
        {guide !== null && <span className={styles['small']}>Guía {guide}</span>}
        <span className={styles['small']}>{stop.client.name}</span>
      </td>
      <td>
        <strong>{recipient.name}</strong>
        {recipient.phone !== null && (
          <>
            {' '}
            · <span className={styles['phone']}>{formatPhone(recipient.phone)}</span>
          </>
        )}
        <br />
        {where.address}, {districtOf(where.ubigeo)?.name ?? where.ubigeo}
        {where.reference !== null && <span className={styles['small']}>Ref.: {where.reference}</span>}
        {note !== null && <span className={styles['note']}>Nota: {note}</span>}
      </td>
      <td>
        {window === null ? 'Todo el día' : `${window.from}–${window.to}`}
        {arrivals.map((text) => (
          <span key={text} className={styles['small']}>
            {text}
          </span>
        ))}
        {stop.date !== day && <span className={styles['small']}>del {formatDay(stop.date, day)}</span>}
      </td>
      <td data-label="Bultos">
        {formatNumber(stop.packages)}
        <span className={styles['small']}>{formatWeight(stop.weightGrams)}</span>
      </td>
      <td className={styles['collect']}>
        {collect === null ? '—' : formatSoles(collect.due)}
        {collect !== null && (
          <ul className={styles['means']} aria-label="Cómo pagó">
            {Object.values(COLLECTION_MEANS).map((means) => (
              <li key={means}>{means}</li>
            ))}
          </ul>
        )}
      </td>
      <td className={styles['sign']}>
        <span className={styles['reason']}>Motivo n.º</span>
      </td>
    </tr>
  );
}
