import { useState } from 'react';
import { COLUMN_KEYS, type ColumnKey, fittingColumns } from '../rules/columns.ts';

const KEY = 'despacho.orders.columns';

function remembered(): readonly ColumnKey[] | null {
  try {
    const stored = localStorage.getItem(KEY)?.split(',') ?? [];
    const known = COLUMN_KEYS.filter((key) => stored.includes(key));
    return known.includes('codigo') ? known : null;
  } catch {
    return null;
  }
}

function store(columns: readonly ColumnKey[] | null): void {
  try {
    if (columns === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, columns.join(','));
  } catch {
    // Without storage, the choice is not kept.
  }
}

/** @returns the columns for a table of this width in px: those chosen in this browser, or else those that fit. */
export function useColumns(width: number) {
  const [chosen, setChosen] = useState(remembered);
  const choose = (columns: readonly ColumnKey[] | null): void => {
    setChosen(columns);
    store(columns);
  };
  return [chosen ?? fittingColumns(width), choose] as const;
}
