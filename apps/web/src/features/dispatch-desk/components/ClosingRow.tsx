import {
  COLLECTION_MEANS,
  COLLECTION_MEANS_CODES,
  collectedOf,
  type Order,
  type Reason,
} from '@despacho/contracts/dispatch';
import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { districtOf } from '#shared/districts/districts.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { classes } from '#shared/styles/classes.ts';
import { paymentsText } from '#features/orders/rules/payment-text.ts';
import { deliveredBy, type Entry, failedFor, readEntry } from '../rules/closing.ts';
import styles from './ClosingTable.module.css';
import { PaymentFields } from './PaymentFields.tsx';
import { VisitTimeField } from './VisitTimeField.tsx';

interface Props {
  stop: Order;
  place: number;
  entry: Entry | undefined;
  reasons: readonly Reason[];
  problem: string | undefined;
  isCurrent: boolean;
  isEdited: boolean;
  onlyDelivered: boolean;
  emptyTime: string | undefined;
  onSet: (stop: Order, entry: Entry | null) => void;
  onEdit: (stop: Order) => void;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, stop: Order, place: number) => void;
}

type EnteredProps = Props & { entry: Entry };

const reasonName = (reasons: readonly Reason[], code: string): string =>
  reasons.find((reason) => reason.code === code)?.name ?? code;

/** The result of a stop, as text. */
export function entryText(stop: Order, entry: Entry | undefined, reasons: readonly Reason[]): string {
  if (!entry) return 'Sin cerrar';
  if (entry.to === 'no_entregada')
    return entry.reason === '' ? 'No entregada, falta el motivo' : `No entregada: ${reasonName(reasons, entry.reason)}`;
  const { outcome, errors } = readEntry(stop, entry);
  const [error] = Object.values(errors);
  if (error !== undefined) return `Entregada. ${error}`;
  return outcome.payments ? `Entregada, ${paymentsText(outcome.payments)}` : 'Entregada';
}

/** A stop with its choices, and the fields that a choice requires below it. */
export function ClosingRow(props: Props) {
  const { stop, place, entry, reasons, problem, isCurrent, isEdited, onlyDelivered, onSet, onFocus, onKeyDown } = props;
  const { collect } = stop;
  const today = useToday(useDispatchOffice().timeZone);
  const isFailed = entry?.to === 'no_entregada';
  const isDelivered = entry?.to === 'entregada';
  const means = isDelivered ? Object.keys(entry.paid) : [];
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      aria-label={`Parada ${place + 1}, ${stop.code}, ${stop.recipient.name}, ${collect ? `debe ${formatSoles(collect.due)}` : 'nada por cobrar'}: ${entryText(stop, entry, reasons)}${problem === undefined ? '' : `. ${problem}`}`}
      tabIndex={isCurrent ? 0 : -1}
      data-stop={stop.id}
      data-result={entry?.to}
      className={classes(styles['row'], problem !== undefined && styles['wrong'])}
      onFocus={() => onFocus(stop.id)}
      onKeyDown={(event) => onKeyDown(event, stop, place)}
    >
      <span role="gridcell" className="muted">
        {place + 1}
      </span>
      <span role="gridcell" className={styles['who']}>
        <span className={styles['name']}>{stop.recipient.name}</span>
        <span className={styles['where']}>
          <code>{stop.code}</code> · {stop.date !== today && <strong>del {formatDay(stop.date, today)} · </strong>}
          {stop.place.address}, {districtOf(stop.place.ubigeo)?.name ?? stop.place.ubigeo}
        </span>
      </span>
      <span role="gridcell" className={styles['due']}>
        {collect ? formatSoles(collect.due) : <span className="muted">—</span>}
      </span>
      <span role="gridcell" className={styles['choices']}>
        {collect ? (
          COLLECTION_MEANS_CODES.map((each) => (
            <Choice
              key={each}
              pressed={means.includes(each)}
              onPress={() => onSet(stop, means.length === 1 && means[0] === each ? null : deliveredBy(stop, each))}
            >
              {COLLECTION_MEANS[each]}
            </Choice>
          ))
        ) : (
          <Choice pressed={isDelivered} onPress={() => onSet(stop, isDelivered ? null : deliveredBy(stop, 'efectivo'))}>
            Entregada
          </Choice>
        )}
        {!onlyDelivered && (
          <Choice failed pressed={isFailed} onPress={() => onSet(stop, isFailed ? null : failedFor(''))}>
            No entregada
          </Choice>
        )}
        {entry && <DetailsButton {...props} entry={entry} />}
      </span>
      {isFailed && (
        <span role="gridcell" className={styles['more']}>
          {isCurrent || entry.reason === '' ? <Reasons {...props} entry={entry} /> : reasonName(reasons, entry.reason)}
        </span>
      )}
      {entry && isEdited && (
        <span role="gridcell" className={styles['more']}>
          <Details {...props} entry={entry} />
        </span>
      )}
      {problem !== undefined && (
        <span role="gridcell" className={classes(styles['more'], styles['problem'])}>
          {problem}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps {
  pressed: boolean;
  failed?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Choice({ pressed, failed = false, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      // The row is the tab stop; its keys do the same.
      tabIndex={-1}
      aria-pressed={pressed}
      data-failed={failed || undefined}
      className={styles['choice']}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function DetailsButton({ stop, entry, isEdited, onEdit }: EnteredProps) {
  const { collect } = stop;
  const { payments } = readEntry(stop, entry).outcome;
  const collected = payments ? collectedOf(payments) : null;
  const isPaid = collect !== null && entry.to === 'entregada';
  const amount = isPaid ? [collected === null ? 'Falta' : formatSoles(collected)] : [];
  const shown = [...amount, ...(entry.time === '' ? [] : [entry.time])];
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isEdited}
      data-differs={(isPaid && collected !== collect.due) || undefined}
      className={styles['amount']}
      onClick={() => onEdit(stop)}
    >
      {shown.length === 0 ? 'Hora' : shown.join(' · ')}
      <span className="visually-hidden">
        {' '}
        {isPaid ? 'Montos y hora' : 'Hora'} de {stop.code}
      </span>
      <Pencil size={14} aria-hidden="true" />
    </button>
  );
}

function Reasons({ stop, reasons, entry, onSet }: EnteredProps) {
  return (
    <span role="group" aria-label="Motivo" className={styles['reasons']}>
      {reasons.map(({ code, name }, place) => (
        <Choice key={code} pressed={code === entry.reason} onPress={() => onSet(stop, { ...entry, reason: code })}>
          {place < 9 && (
            <span aria-hidden="true" className={styles['digit']}>
              {place + 1}
            </span>
          )}
          {name}
        </Choice>
      ))}
    </span>
  );
}

function Details({ stop, entry, emptyTime, onSet }: EnteredProps) {
  const panel = useRef<HTMLDivElement>(null);
  const due = entry.to === 'entregada' ? stop.collect?.due : undefined;
  useEffect(() => {
    panel.current?.querySelector<HTMLInputElement>('input:not([type="checkbox"])')?.focus();
  }, []);
  return (
    <div ref={panel} className={styles['amounts']}>
      {due !== undefined && (
        <PaymentFields due={due} form={entry} onChange={(form) => onSet(stop, { ...entry, ...form })} />
      )}
      <VisitTimeField
        value={entry.time}
        order={stop}
        empty={emptyTime}
        onChange={(time) => onSet(stop, { ...entry, time })}
      />
    </div>
  );
}
