import { type Client } from '@despacho/contracts';
import {
  createColumnHelper,
  createSortedRowModel,
  type ColumnSort,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { includesWords } from '../../../shared/fields/search.ts';
import { type Field } from '../rules/fields.ts';
import { haystackOf } from '../rules/haystack.ts';
import { compareKeys, sortKey } from '../rules/sort-key.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

const helper = createColumnHelper<typeof features, Client>();

const columnsOf = (fields: readonly Field[]) =>
  helper.columns(
    fields.map(({ key, label }) =>
      helper.accessor((client) => sortKey(client[key]), {
        id: key,
        header: label,
        sortFn: (a, b, id) => compareKeys(a.getValue(id), b.getValue(id)),
        sortUndefined: 'last',
      }),
    ),
  );

interface Wanted {
  clients: readonly Client[];
  fields: readonly Field[];
  sort: ColumnSort | null;
  words: readonly string[];
}

/**
 * The rows to show, sorted and then filtered: sorting is the dear part, and typing must not repeat it.
 * @returns the clients in their order.
 */
export function useClientRows({ clients, fields, sort, words }: Wanted): readonly Client[] {
  const columns = useMemo(() => columnsOf(fields), [fields]);
  const sorting = useMemo(() => (sort ? [sort] : []), [sort]);
  const table = useTable({ features, columns, data: clients, state: { sorting } });
  const sorted = table.getSortedRowModel().rows;
  return useMemo(
    () => sorted.map((row) => row.original).filter((client) => includesWords(haystackOf(client), words)),
    [sorted, words],
  );
}
