import {
  COLLECTION_MEANS,
  COLLECTION_MEANS_CODES,
  collectedOf,
  type Order,
  type Reason,
} from '@despacho/contracts/dispatch';
import Pencil from 'lucide-react/icons/pencil';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { districtOf } from '#shared/districts/districts.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { announce } from '#shared/hooks/announce.ts';
import { indexAfterKey } from '#shared/hooks/use-roving-focus.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { classes } from '#shared/styles/classes.ts';
import { paymentsText } from '#features/orders/rules/payment-text.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { deliveredBy, type Entry, entryAfterKey, failedFor, readEntry } from '../rules/closing.ts';
import { type EntriesTable, focusStop } from '../state/use-entries.ts';
import styles from './ClosingTable.module.css';
import { PaymentFields } from './PaymentFields.tsx';
import { VisitTimeField } from './VisitTimeField.tsx';

interface Props extends EntriesTable {
  label: string;
  stops: readonly Order[];
  reasons: readonly Reason[];
  /** Leaves out that a visit failed. */
  onlyDelivered?: boolean;
  /** What an empty time of the visit means. */
  emptyTime?: string | undefined;
}

/**
 * The stops of a route with their results. One tab stop: the arrows move between stops, letters set the means or that
 * it failed, digits the reason.
 */
export function ClosingTable({
  ref,
  label,
  stops,
  entries,
  reasons,
  problems,
  onlyDelivered = false,
  emptyTime,
  onChange,
}: Props) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const codes = reasons.map(({ code }) => code);
  const current = stops.some(({ id }) => id === currentId) ? currentId : stops[0]?.id;

  const set = (stop: Order, entry: Entry | null): void => {
    const next = new Map(entries);
    if (entry) next.set(stop.id, entry);
    else next.delete(stop.id);
    onChange(next, stop.id);
    announce(`${stop.code}: ${entryText(stop, entry ?? undefined, reasons)}`);
  };
  const onKeyDown = (event: KeyboardEvent, stop: Order, place: number): void => {
    const { key, currentTarget, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLInputElement) {
      if (key !== 'Enter' && key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setEditedId(null);
      focusStop(ref.current, stop.id);
      return;
    }
    const to = indexAfterKey(key, place, stops.length);
    const isEdit = key.toLowerCase() === 'm' || (key === 'Enter' && target === currentTarget);
    const isFailure = onlyDelivered && key.toLowerCase() === 'n';
    const entry = isFailure ? undefined : entryAfterKey(key, stop, entries.get(stop.id), codes);
    if (to === null && !isEdit && entry === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== null) focusStop(ref.current, stops[to]?.id);
    else if (isEdit) edit(stop);
    else {
      focusStop(ref.current, stop.id);
      set(stop, entry ?? null);
    }
  };
  const edit = (stop: Order): void => {
    if (!entries.has(stop.id)) {
      announce('Anote primero cómo terminó');
      return;
    }
    setEditedId(editedId === stop.id ? null : stop.id);
  };

  return (
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-rowcount={stops.length + 1}
      className={classes(styles['table'], onlyDelivered && styles['short'])}
    >
      <div role="row" aria-rowindex={1} className={styles['head']}>
        <span role="columnheader">N.º</span>
        <span role="columnheader">Orden y destinatario</span>
        <span role="columnheader" className={styles['due']}>
          Debe
        </span>
        <span role="columnheader">Resultado</span>
      </div>
      {stops.map((stop, place) => (
        <Row
          key={stop.id}
          {...{ stop, place, reasons, onlyDelivered, emptyTime }}
          entry={entries.get(stop.id)}
          problem={problems.get(stop.id)}
          isCurrent={stop.id === current}
          isEdited={stop.id === editedId}
          onSet={(entry) => set(stop, entry)}
          onEdit={() => edit(stop)}
          onFocus={() => setCurrentId(stop.id)}
          onKeyDown={(event) => onKeyDown(event, stop, place)}
        />
      ))}
    </div>
  );
}

const reasonName = (reasons: readonly Reason[], code: string): string =>
  reasons.find((reason) => reason.code === code)?.name ?? code;

/** The result of a stop, as text. */
function entryText(stop: Order, entry: Entry | undefined, reasons: readonly Reason[]): string {
  if (!entry) return 'Sin cerrar';
  if (entry.to === 'no_entregada')
    return entry.reason === '' ? 'No entregada, falta el motivo' : `No entregada: ${reasonName(reasons, entry.reason)}`;
  const { outcome, errors } = readEntry(stop, entry);
  const [error] = Object.values(errors);
  if (error !== undefined) return `Entregada. ${error}`;
  return outcome.payments ? `Entregada, ${paymentsText(outcome.payments)}` : 'Entregada';
}

interface RowProps extends Pick<Props, 'reasons' | 'emptyTime'> {
  stop: Order;
  place: number;
  entry: Entry | undefined;
  problem: string | undefined;
  isCurrent: boolean;
  isEdited: boolean;
  onlyDelivered: boolean;
  onSet: (entry: Entry | null) => void;
  onEdit: () => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

type EnteredProps = RowProps & { entry: Entry };

/** A stop with its choices, and the fields that a choice requires below it. */
function Row(props: RowProps) {
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
      onFocus={onFocus}
      onKeyDown={onKeyDown}
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
              onPress={() => onSet(means.length === 1 && means[0] === each ? null : deliveredBy(stop, each))}
            >
              {COLLECTION_MEANS[each]}
            </Choice>
          ))
        ) : (
          <Choice pressed={isDelivered} onPress={() => onSet(isDelivered ? null : deliveredBy(stop, 'efectivo'))}>
            Entregada
          </Choice>
        )}
        {!onlyDelivered && (
          <Choice failed pressed={isFailed} onPress={() => onSet(isFailed ? null : failedFor(''))}>
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
      onClick={onEdit}
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

function Reasons({ reasons, entry, onSet }: EnteredProps) {
  return (
    <span role="group" aria-label="Motivo" className={styles['reasons']}>
      {reasons.map(({ code, name }, place) => (
        <Choice key={code} pressed={code === entry.reason} onPress={() => onSet({ ...entry, reason: code })}>
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
      {due !== undefined && <PaymentFields due={due} form={entry} onChange={(form) => onSet({ ...entry, ...form })} />}
      <VisitTimeField
        value={entry.time}
        order={stop}
        empty={emptyTime}
        onChange={(time) => onSet({ ...entry, time })}
      />
    </div>
  );
}
