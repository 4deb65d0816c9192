import { type ColumnSort } from './sort-clients.ts';

/** What the address of the list remembers. */
export interface ListAddress {
  search: string;
  sort: ColumnSort | null;
  /** Null for the columns one begins with. */
  columns: readonly string[] | null;
}

/** @returns what an address says; whatever it says wrongly counts as not said. */
export function readAddress(params: URLSearchParams): ListAddress {
  const by = params.get('orden');
  return {
    search: params.get('q') ?? '',
    sort: by ? { id: by, desc: params.get('sentido') === 'desc' } : null,
    columns: params.get('columnas')?.split(',').filter(Boolean) ?? null,
  };
}

/** @returns the parameters that say it, and nothing that goes without saying. */
export function writeAddress({ search, sort, columns }: ListAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (sort) params.set('orden', sort.id);
  if (sort?.desc) params.set('sentido', 'desc');
  if (columns && columns.length > 0) params.set('columnas', columns.join(','));
  return params;
}
