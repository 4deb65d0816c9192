import { COLLECTION_MEANS, collectedOf, type CourierDay, type Review } from '@despacho/contracts/dispatch';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeekday } from '#shared/format/format-day.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { Avatar } from '#shared/ui/Avatar/Avatar.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import button from '#shared/ui/Button/Button.module.css';
import { paths } from '#shared/paths.ts';
import { classes } from '#shared/styles/classes.ts';
import { OFFICE_PARAM } from '#features/session/state/use-office.ts';
import { useMayUse } from '#features/session/state/session.ts';
import styles from '../Days.module.css';
import { cashOf, DAY_STATUS, dayStatus } from '../rules/day-status.ts';

interface Props {
  ref?: Ref<HTMLLIElement> | undefined;
  officeId: string;
  timeZone: string;
  day: string;
  value: CourierDay;
  isToday: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** Pending visits of the courier on this day, which the totals do not include. */
  reviews: readonly Review[];
  onCloseRoute: (courierId: string) => void;
  onReview: () => void;
}

/** One courier of the day: a line, and when it is open the totals. The money is received in «Liquidación». */
export function DayItem({ ref, isOpen, onToggle, ...rest }: Props) {
  const { value } = rest;
  const id = useId();
  const { label, tone } = DAY_STATUS[dayStatus(value)];
  return (
    <li ref={ref} className="frame" aria-label={value.courier.name}>
      <button
        type="button"
        id={`${id}-head`}
        className={styles['head']}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <ChevronRight size={16} aria-hidden="true" className={styles['chevron']} />
        <Avatar name={value.courier.name} />
        <span className={styles['who']}>
          <strong>{value.courier.name}</strong>
          <span className={styles['muted']}>{lineOf(value)}</span>
        </span>
        <span className={styles['cash']}>
          {formatSoles(cashOf(value))}
          <span className={styles['muted']}>en efectivo</span>
        </span>
        <Mark tone={tone}>{label}</Mark>
      </button>
      {isOpen && <Inside key={value.confirmed?.at ?? 'open'} id={id} {...rest} />}
    </li>
  );
}

function lineOf({ delivered, failed, open }: CourierDay): string {
  const parts = [
    `${formatNumber(delivered)} ${delivered === 1 ? 'entregada' : 'entregadas'}`,
    `${formatNumber(failed)} no ${failed === 1 ? 'entregada' : 'entregadas'}`,
    ...(open > 0 ? [`${formatNumber(open)} sin cerrar`] : []),
  ];
  return parts.join(' · ');
}

/** @returns «2 visitas suyas esperan en «Por revisar», con S/ 50.00 que no están en estos totales». */
function reviewsText(reviews: readonly Review[]): string {
  const subject =
    reviews.length === 1 ? 'Una visita suya espera' : `${formatNumber(reviews.length)} visitas suyas esperan`;
  const collected = collectedOf(reviews.flatMap(({ payments }) => payments));
  return `${subject} en «Por revisar»${collected > 0 ? `, con ${formatSoles(collected)} que no están en estos totales` : ''}`;
}

function Inside({
  id,
  officeId,
  timeZone,
  day,
  value,
  isToday,
  reviews,
  onCloseRoute,
  onReview,
}: Omit<Props, 'ref' | 'isOpen' | 'onToggle'> & { id: string }) {
  const { courier, delivered, failed, open, payments, due, startedAt, end, confirmed } = value;
  const mayUse = useMayUse();
  const collected = collectedOf(payments);
  const address = new URLSearchParams({ [OFFICE_PARAM]: officeId, dia: day, repartidor: courier.id }).toString();
  return (
    <div id={id} className={styles['inside']}>
      <dl className={styles['totals']} aria-label={`Totales de ${courier.name}`}>
        <Total label="Entregadas">{formatNumber(delivered)}</Total>
        <Total label="No entregadas">{formatNumber(failed)}</Total>
        <Total label="Sin cerrar">{formatNumber(open)}</Total>
        {payments.map(({ means, amount }) => (
          <Total key={means} label={COLLECTION_MEANS[means]}>
            {formatSoles(amount)}
          </Total>
        ))}
        <Total label={collected === due ? 'Cobrado' : `Cobrado de ${formatSoles(due)}`} differs={collected !== due}>
          {formatSoles(collected)}
        </Total>
      </dl>
      <p className={styles['handover']}>
        {confirmed ? 'Entregó en efectivo' : 'Debe entregar en efectivo'} <strong>{formatSoles(cashOf(value))}</strong>
      </p>
      <ul className={styles['facts']}>
        {startedAt !== null && <li>Salió a ruta a las {formatTime(startedAt, timeZone)}</li>}
        {end ? (
          <li>
            {end.byOffice ? 'La oficina cerró su ruta' : 'Envió su cierre'} a las {formatTime(end.at, timeZone)}
          </li>
        ) : (
          !confirmed && <li>Aún no envía su cierre desde el teléfono</li>
        )}
        {end && end.unsent > 0 && !confirmed && (
          <li className={styles['warn']}>
            Al cerrar, su teléfono tenía {formatNumber(end.unsent)} por enviar: lo que llegue después de confirmar queda
            por revisar
          </li>
        )}
        {open > 0 && !confirmed && (
          <li className={styles['warn']}>
            {open === 1 ? 'Queda una parada sin cerrar' : `Quedan ${formatNumber(open)} paradas sin cerrar`}
          </li>
        )}
        {reviews.length > 0 && <li className={styles['warn']}>{reviewsText(reviews)}</li>}
      </ul>
      {confirmed && (
        <p className={styles['receipt']} role="note" aria-label="Constancia">
          Constancia: <strong>{courier.name}</strong> entregó <strong>{formatSoles(cashOf(value))}</strong> en efectivo
          del {formatWeekday(day)}, y <strong>{confirmed.by.user}</strong> lo confirmó a las{' '}
          {formatTime(confirmed.at, timeZone)}.
        </p>
      )}
      <div className={styles['actions']}>
        {reviews.length > 0 && (
          <Button icon={<ClipboardList size={18} aria-hidden="true" />} onClick={onReview}>
            Por revisar
          </Button>
        )}
        {open > 0 && isToday && !confirmed && (
          <Button icon={<ClipboardCheck size={18} aria-hidden="true" />} onClick={() => onCloseRoute(courier.id)}>
            Cerrar ruta
          </Button>
        )}
        {mayUse(['D05']) ? (
          <Link
            className={classes(button['button'], button['md'], button[confirmed ? 'secondary' : 'primary'])}
            to={`${paths.dashboard}/liquidacion?${address}`}
          >
            {confirmed ? 'Ver en Liquidación' : `Recibir ${formatSoles(cashOf(value))} en Liquidación`}
          </Link>
        ) : (
          !confirmed && <p className={styles['muted']}>Recibe el dinero y confirma el día quien ve Liquidación.</p>
        )}
      </div>
    </div>
  );
}

function Total({ label, differs = false, children }: { label: string; differs?: boolean; children: ReactNode }) {
  return (
    <div data-differs={differs || undefined}>
      <dt className="small">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
