import { ATTENTION_KIND_CODES, type AttentionKind } from '@despacho/contracts/dispatch';

/** Query parameter that opens «Por atender», with the code of a kind to list its lines. */
export const ATTENTION_PARAM = 'atender';

/** Query parameter that opens «Relevo». */
export const HANDOVER = 'relevo';

/** @returns the kind whose lines an address lists; undefined for all. */
export const kindIn = (params: URLSearchParams): AttentionKind | undefined =>
  ATTENTION_KIND_CODES.find((code) => code === params.get(ATTENTION_PARAM));

/** @returns the query of the same address that lists a kind, or all of them. */
export function withKind(params: URLSearchParams, kind?: AttentionKind): string {
  const written = new URLSearchParams(params);
  written.set(ATTENTION_PARAM, kind ?? '1');
  return written.toString();
}
