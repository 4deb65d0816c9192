import { type Order, type Reason } from '@despacho/contracts/dispatch';
import { type KeyboardEvent, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { indexAfterKey } from '#shared/hooks/use-roving-focus.ts';
import { classes } from '#shared/styles/classes.ts';
import { type Entry, entryAfterKey } from '../rules/closing.ts';
import { type EntriesTable, focusStop } from '../state/use-entries.ts';
import { ClosingRow, entryText } from './ClosingRow.tsx';
import styles from './ClosingTable.module.css';

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
        <ClosingRow
          key={stop.id}
          stop={stop}
          place={place}
          entry={entries.get(stop.id)}
          reasons={reasons}
          problem={problems.get(stop.id)}
          isCurrent={stop.id === current}
          isEdited={stop.id === editedId}
          onlyDelivered={onlyDelivered}
          emptyTime={emptyTime}
          onSet={set}
          onEdit={edit}
          onFocus={setCurrentId}
          onKeyDown={onKeyDown}
        />
      ))}
    </div>
  );
}
