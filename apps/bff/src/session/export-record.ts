import { type OrderFilterQuery, readOrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { type KeyedHash } from '../throttle/keyed-hash.ts';

/** What the security log records about an export. */
interface ExportRecord {
  orders: number;
  /** Digest of the filter. */
  filter: string;
}

const DIGEST_LENGTH = 16;
/** Enough for any safe integer in base 36. */
const COUNT_LENGTH = 11;
const PACKED = new RegExp(`^([\\w-]{${DIGEST_LENGTH}})([0-9a-z]{${COUNT_LENGTH}})(.+)$`);

/** @returns the start of a keyed digest: the same for equal filters, however they were written. */
export const filterDigest = (hash: KeyedHash, filter: OrderFilterQuery): string =>
  hash('export-filter', JSON.stringify(writeOrderFilter(readOrderFilter(filter))))
    .toString('base64url')
    .slice(0, DIGEST_LENGTH);

/** Prepends the log record to the service's ticket, so that any gateway can read it. */
export const packTicket = ({ orders, filter }: ExportRecord, ticket: string): string =>
  `${filter}${orders.toString(36).padStart(COUNT_LENGTH, '0')}${ticket}`;

/** @returns record and ticket of a string from `packTicket`; undefined for any other string. */
export function unpackTicket(word: string): { record: ExportRecord; ticket: string } | undefined {
  const [, filter, orders, ticket] = PACKED.exec(word) ?? [];
  if (filter === undefined || orders === undefined || ticket === undefined) return undefined;
  return { record: { filter, orders: parseInt(orders, 36) }, ticket };
}
