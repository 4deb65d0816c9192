import { type OrderFilterQuery, readOrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { type KeyedHash } from '#throttle/keyed-hash.ts';

/** The security log's record of an export. */
interface ExportRecord {
  /** Orders or photos. */
  count: number;
  /** Digest of the filter or the selection. */
  digest: string;
}

const DIGEST_LENGTH = 16;
/** Enough for any safe integer in base 36. */
const COUNT_LENGTH = 11;
const PACKED = new RegExp(`^([\\w-]{${DIGEST_LENGTH}})([0-9a-z]{${COUNT_LENGTH}})(.+)$`);

const digestOf = (hash: KeyedHash, label: string, value: object): string =>
  hash(label, JSON.stringify(value)).toString('base64url').slice(0, DIGEST_LENGTH);

/** @returns the start of a keyed digest: the same for equal filters, however they were written. */
export const filterDigest = (hash: KeyedHash, filter: OrderFilterQuery): string =>
  digestOf(hash, 'export-filter', writeOrderFilter(readOrderFilter(filter)));

/** @returns the same for ids of photos, in any order. */
export const selectionDigest = (hash: KeyedHash, ids: readonly string[]): string =>
  digestOf(hash, 'export-selection', ids.toSorted());

/** Prepends the log record to the service's ticket, so that any gateway can read it. */
export const packTicket = ({ count, digest }: ExportRecord, ticket: string): string =>
  `${digest}${count.toString(36).padStart(COUNT_LENGTH, '0')}${ticket}`;

/** @returns record and ticket of a string from `packTicket`; undefined for any other string. */
export function unpackTicket(word: string): { record: ExportRecord; ticket: string } | undefined {
  const [, digest, count, ticket] = PACKED.exec(word) ?? [];
  if (digest === undefined || count === undefined || ticket === undefined) return undefined;
  return { record: { digest, count: parseInt(count, 36) }, ticket };
}
