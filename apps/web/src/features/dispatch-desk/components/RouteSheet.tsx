import {
  type Arrival,
  COLLECTION_MEANS,
  type Courier,
  type Order,
  type Reason,
  VEHICLES,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Pin from 'lucide-react/icons/pin';
import Route from 'lucide-react/icons/route';
import { districtOf } from '#shared/districts/districts.ts';
import { formatPhone } from '#shared/fields/format-phone.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatDay, formatWeekday } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Preview, PreviewTools, PrintButton, Sheet, Signatures } from '#shared/ui/Sheet/Sheet.tsx';
import { QrCode } from '#shared/ui/QrCode/QrCode.tsx';
import { reasonsQuery } from '#features/orders/api/reasons-query.ts';
import { arrivalText } from '#features/orders/rules/arrival-text.ts';
import { useArrivals } from '#features/orders/state/use-arrivals.ts';
import { useDeskDay } from '#features/orders/state/use-desk-day.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { sheetTotals } from '../rules/sheet-totals.ts';
import { useDialogHandler } from '../state/dialogs.ts';
import { CourierRoute } from './CourierRoute.tsx';
import styles from './RouteSheet.module.css';

/** A courier's route sheet, previewed as printed. */
export function RouteSheet({ courierId, onBack }: { courierId: string; onBack: () => void }) {
  const { officeId } = useDispatchOffice();
  const load = useDeskDay();
  const opens = useDialogHandler();
  // The sheet is useful without them, so it does not wait.
  const reasons = useQuery(reasonsQuery(officeId)).data;
  const arrivals = useArrivals(officeId, { repartidor: courierId, dia: load.day }, courierId);
  return (
    <CourierRoute
      courierId={courierId}
      load={load}
      title="Hoja de ruta"
      waiting="Preparando la hoja de ruta"
      className={styles['view']}
      onBack={onBack}
    >
      {({ courier, stops, back }) => (
        <div className={styles['view']}>
          <PreviewTools>
            {back}
            {stops.length > 1 && (
              <Button icon={<Route size={18} aria-hidden="true" />} onClick={opens({ kind: 'sort', courier, load })}>
                Ordenar paradas
              </Button>
            )}
            <PrintButton />
          </PreviewTools>
          <Preview label="Vista de la hoja">
            {() => <RoutePage courier={courier} day={load.day} stops={stops} reasons={reasons} arrivals={arrivals} />}
          </Preview>
        </div>
      )}
    </CourierRoute>
  );
}

interface PageProps {
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
function RoutePage({ courier, day, stops, reasons = [], arrivals }: PageProps) {
  const { timeZone } = useDispatchOffice();
  const now = serverNow();
  const totals = sheetTotals(stops);
  const arrivalsAt = Map.groupBy(arrivals, ({ orderId }) => orderId);
  return (
    <Sheet className={styles['sheet']} aria-label={`Hoja de ruta de ${courier.name}`}>
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
      <Signatures className={styles['signs']}>
        <span>Firma del repartidor</span>
        <span>Firma de despacho</span>
        <span>Impresa el {formatDateTime(new Date(now).toISOString(), timeZone)}</span>
      </Signatures>
    </Sheet>
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
        {stop.pinned && <Pin size={12} role="img" aria-label="Fija en su lugar" className={styles['pin']} />}
        <QrCode text={stop.code} label={`Código QR de ${stop.code}`} className={styles['qr']} />
      </td>
      <td className={styles['code']}>
        {stop.code}
        {guide !== null && <small>Guía {guide}</small>}
        <small>{stop.client.name}</small>
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
        {where.reference !== null && <small>Ref.: {where.reference}</small>}
        {note !== null && <small className={styles['note']}>Nota: {note}</small>}
      </td>
      <td>
        {window === null ? 'Todo el día' : `${window.from}–${window.to}`}
        {arrivals.map((text) => (
          <small key={text}>{text}</small>
        ))}
        {stop.date !== day && <small>del {formatDay(stop.date, day)}</small>}
      </td>
      <td data-label="Bultos">
        {formatNumber(stop.packages)}
        <small>{formatWeight(stop.weightGrams)}</small>
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
