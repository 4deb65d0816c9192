import { type ColumnSort } from './sort-clients.ts';

/** State of the list that is stored in the URL. */
export interface ListAddress {
  search: string;
  sort: ColumnSort | null;
  /** Null for the default columns. */
  columns: readonly string[] | null;
}

/** @returns the state in the URL; invalid parameters are ignored. */
export function readAddress(params: URLSearchParams): ListAddress {
  const by = params.get('orden');
  return {
    search: params.get('q') ?? '',
    sort: by ? { id: by, desc: params.get('sentido') === 'desc' } : null,
    columns: params.get('columnas')?.split(',').filter(Boolean) ?? null,
  };
}

/** @returns the URL parameters for a state, without defaults. */
export function writeAddress({ search, sort, columns }: ListAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (sort) params.set('orden', sort.id);
  if (sort?.desc) params.set('sentido', 'desc');
  if (columns && columns.length > 0) params.set('columnas', columns.join(','));
  return params;
}

/**
 * Distinguishes the screen's own changes of the URL, which may arrive late, from others.
 * @param written the queries written into the URL, oldest first.
 * @returns those from the one that the URL shows now; null if something else changed the URL.
 */
export function followWrites(written: readonly string[], query: string): readonly string[] | null {
  const at = written.lastIndexOf(query);
  return at === -1 ? null : written.slice(at);
}
