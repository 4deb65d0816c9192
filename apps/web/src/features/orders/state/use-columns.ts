import { useState } from 'react';
import { useTextScale } from '#shared/hooks/use-text-scale.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { useSession } from '#features/session/state/session.ts';
import { COLUMN_KEYS, type ColumnKey, fittingColumns } from '../rules/columns.ts';

/** Per person, because people share a browser. */
function remembered(personId: string): readonly ColumnKey[] | null {
  const stored = readStored('despacho.orders.columns.', personId)?.split(',') ?? [];
  const known = COLUMN_KEYS.filter((key) => stored.includes(key));
  return known.includes('codigo') ? known : null;
}

/** @returns the columns for a table of this width in px: those chosen in this browser, otherwise those that fit. */
export function useColumns(width: number) {
  const id = useSession().id ?? '';
  const scale = useTextScale();
  const [chosen, setChosen] = useState(() => remembered(id));
  const choose = (columns: readonly ColumnKey[] | null): void => {
    setChosen(columns);
    writeStored(columns?.join(',') ?? null, 'despacho.orders.columns.', id);
  };
  return [chosen ?? fittingColumns(width / scale), choose] as const;
}
