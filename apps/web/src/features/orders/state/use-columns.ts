import { useState } from 'react';
import { useSession } from '../../session/state/session.ts';
import { COLUMN_KEYS, type ColumnKey, fittingColumns } from '../rules/columns.ts';

/** Per person, because people share a browser. */
const keyOf = (personId: string): string => `despacho.orders.columns.${personId}`;

function remembered(personId: string): readonly ColumnKey[] | null {
  try {
    const stored = localStorage.getItem(keyOf(personId))?.split(',') ?? [];
    const known = COLUMN_KEYS.filter((key) => stored.includes(key));
    return known.includes('codigo') ? known : null;
  } catch {
    return null;
  }
}

function store(personId: string, columns: readonly ColumnKey[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(keyOf(personId));
    else localStorage.setItem(keyOf(personId), columns.join(','));
  } catch {
    // Without storage, the choice is not kept.
  }
}

/** @returns the columns for a table of this width in px: those this person chose in this browser, or else those that fit. */
export function useColumns(width: number) {
  const id = useSession().id ?? '';
  const [chosen, setChosen] = useState(() => remembered(id));
  const choose = (columns: readonly ColumnKey[] | null): void => {
    setChosen(columns);
    store(id, columns);
  };
  return [chosen ?? fittingColumns(width), choose] as const;
}
