import { type TrailSearch, trailSearch } from '@despacho/contracts/dispatch';

const NAMES = ['persona', 'tipo', 'direccion', 'oficina', 'desde', 'hasta'] as const;

export type SearchText = Record<(typeof NAMES)[number], string>;

/** @returns the search of an address, without the parts that the contract does not accept. */
export function readSearch(params: URLSearchParams): TrailSearch {
  const given = NAMES.flatMap((name) => {
    const value = params.get(name);
    return value !== null && trailSearch.safeParse({ [name]: value }).success ? [[name, value] as const] : [];
  });
  return trailSearch.parse(Object.fromEntries(given));
}

/** @returns the parts of a search that are set, for an address. */
export const searchParams = (search: TrailSearch): [string, string][] =>
  NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]));

/** @returns the texts of the form. */
export const textOf = (search: TrailSearch): SearchText =>
  Object.fromEntries(NAMES.map((name) => [name, search[name] ?? ''])) as SearchText;

/** @returns the search of a form, or an error by field. */
export function searchOf(text: SearchText): { search: TrailSearch } | { errors: Partial<SearchText> } {
  const given = Object.fromEntries(Object.entries(text).filter(([, value]) => value.trim() !== ''));
  const read = trailSearch.safeParse(given);
  if (!read.success)
    return {
      errors: Object.fromEntries(
        read.error.issues.map(({ path, message }) => [
          String(path[0]),
          path[0] === 'desde' || path[0] === 'hasta' ? 'Escriba una fecha' : message,
        ]),
      ),
    };
  const { desde, hasta } = read.data;
  if (desde !== undefined && hasta !== undefined && hasta < desde)
    return { errors: { hasta: 'Es anterior al inicio' } };
  return { search: read.data };
}
