import { type RefObject, useRef, useState } from 'react';
import { serverNow } from '#shared/http/server-clock.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { type Entries, readEntries, type Stop } from '../rules/closing.ts';

/** Focuses the row of a stop; the first one by default. */
export const focusStop = (table: HTMLElement | null, id?: string): void => {
  table?.querySelector<HTMLElement>(id === undefined ? '[data-stop]' : `[data-stop="${id}"]`)?.focus();
};

/** Props of a table of results. */
export interface EntriesTable {
  ref: RefObject<HTMLDivElement | null>;
  entries: Entries;
  /** Why a stop was not or cannot be saved, by order id. */
  problems: ReadonlyMap<string, string>;
  /** @param changed id of the order whose entry changed; undefined for all. */
  onChange: (entries: Entries, changed?: string) => void;
}

/** The results of several orders, entered in a table. */
export function useEntries(initial: Entries | (() => Entries)) {
  const { timeZone } = useDispatchOffice();
  const ref = useRef<HTMLDivElement>(null);
  const [entries, setEntries] = useState(initial);
  const [problems, setProblems] = useState<EntriesTable['problems']>(new Map());
  const table: EntriesTable = {
    ref,
    entries,
    problems,
    onChange: (next, changed) => {
      setEntries(next);
      setProblems(new Map(changed === undefined ? [] : [...problems].filter(([id]) => id !== changed)));
    },
  };
  /** Reads the entries of some orders. Shows the first error of each, and focuses the first row with one. */
  const read = (stops: readonly Stop[]): ReturnType<typeof readEntries> => {
    const all = readEntries(stops, ({ id }) => entries.get(id), { now: serverNow(), timeZone });
    const [first] = all.errors.keys();
    setProblems(new Map(Array.from(all.errors, ([id, errors]) => [id, Object.values(errors)[0] ?? ''])));
    if (first !== undefined) focusStop(ref.current, first);
    return all;
  };
  return { table, read };
}
