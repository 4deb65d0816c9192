import { type Client } from '@despacho/contracts';
import { useMemo } from 'react';
import { includesWords } from '../../../shared/fields/search.ts';
import { haystackOf } from '../rules/haystack.ts';
import { type ColumnSort, sortClients } from '../rules/sort-clients.ts';

/** @returns the clients to show, in their order. Sorts before filtering: sorting is expensive, and typing must not repeat it. */
export function useClientRows(
  clients: readonly Client[],
  sort: ColumnSort | null,
  words: readonly string[],
): readonly Client[] {
  const sorted = useMemo(() => sortClients(clients, sort), [clients, sort]);
  return useMemo(() => sorted.filter((client) => includesWords(haystackOf(client), words)), [sorted, words]);
}
