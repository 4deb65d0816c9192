import { compareNames } from '#shared/fields/compare-names.ts';
import { type EvidenceFilter, evidenceFilterQuery, type EvidenceOfOrder } from '@despacho/contracts/dispatch';

const NAMES = Object.keys(evidenceFilterQuery.shape) as (keyof EvidenceFilter)[];

/** @returns the filter in a URL, without parameters that are not valid. */
export function readPhotoFilter(params: URLSearchParams): EvidenceFilter {
  const filter: EvidenceFilter = {};
  for (const name of NAMES) {
    const value = params.get(name) ?? '';
    const { data, success } = evidenceFilterQuery.safeParse({ [name]: value });
    if (value !== '' && success) Object.assign(filter, data);
  }
  return filter;
}

/** Replaces one parameter; an empty value removes it. @returns the other parameters unchanged. */
export function withFilter(params: URLSearchParams, name: keyof EvidenceFilter, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** @returns the parameters without any filter. */
export function withoutFilter(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  return next;
}

/** How Imagenes shows its photos, in its URL as `vista`. */
export const PHOTO_VIEWS = { foto: 'Por foto', orden: 'Por orden', faltan: 'Faltan' } as const;

export type PhotoView = keyof typeof PHOTO_VIEWS;

const VIEW_PARAM = 'vista';

export function readPhotoView(params: URLSearchParams): PhotoView {
  const view = params.get(VIEW_PARAM);
  return view === 'orden' || view === 'faltan' ? view : 'foto';
}

/** @returns the parameters with another view; the usual one needs none. */
export function withView(params: URLSearchParams, view: PhotoView): URLSearchParams {
  const next = new URLSearchParams(params);
  if (view === 'foto') next.delete(VIEW_PARAM);
  else next.set(VIEW_PARAM, view);
  return next;
}

export interface Option {
  value: string;
  label: string;
}

/** @returns each pair once, by label. */
export function distinctOptions(pairs: readonly Option[]): Option[] {
  const byValue = new Map(pairs.map((pair) => [pair.value, pair]));
  return [...byValue.values()].toSorted((one, other) => compareNames(one.label, other.label));
}

/** @returns the clients, couriers and districts of some photos, to filter by. */
export const optionsOf = (photos: readonly EvidenceOfOrder[]) => ({
  clients: photos.flatMap(({ order: { client } }) =>
    client.id === null ? [] : [{ value: client.id, label: client.name }],
  ),
  couriers: photos.flatMap(({ courier }) => (courier ? [{ value: courier.id, label: courier.name }] : [])),
  districts: photos.map(({ order: { district } }) => ({ value: district.ubigeo, label: district.name })),
});
