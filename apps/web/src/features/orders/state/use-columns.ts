import { useState } from 'react';
import { tryStorage } from '#shared/state/try-storage.ts';
import { useSession } from '#features/session/state/session.ts';
import { COLUMN_KEYS, type ColumnKey, fittingColumns } from '../rules/columns.ts';

/** Per person, because people share a browser. */
const keyOf = (personId: string): string => `despacho.orders.columns.${personId}`;

function remembered(personId: string): readonly ColumnKey[] | null {
  const stored = tryStorage(() => localStorage.getItem(keyOf(personId)))?.split(',') ?? [];
  const known = COLUMN_KEYS.filter((key) => stored.includes(key));
  return known.includes('codigo') ? known : null;
}

/** @returns the columns for a table of this width in px: those this person chose in this browser, or else those that fit. */
export function useColumns(width: number) {
  const id = useSession().id ?? '';
  const [chosen, setChosen] = useState(() => remembered(id));
  const choose = (columns: readonly ColumnKey[] | null): void => {
    setChosen(columns);
    tryStorage(() => {
      if (columns === null) localStorage.removeItem(keyOf(id));
      else localStorage.setItem(keyOf(id), columns.join(','));
    });
  };
  return [chosen ?? fittingColumns(width), choose] as const;
}
