import { type OrderFilterQuery, readOrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { type KeyedHash } from '../throttle/keyed-hash.ts';

/** What the security log says of an export. */
export interface ExportRecord {
  orders: number;
  /** Digest of the filter. */
  filter: string;
}

const DIGEST_LENGTH = 16;
/** Enough for any safe integer in base 36. */
const COUNT_LENGTH = 11;
const PACKED = new RegExp(`^([\\w-]{${DIGEST_LENGTH}})([0-9a-z]{${COUNT_LENGTH}})(.+)$`);

/** @returns the beginning of a keyed digest: the same for filters that leave the same orders, however they were written. */
export const filterDigest = (hash: KeyedHash, filter: OrderFilterQuery): string =>
  hash('export-filter', JSON.stringify(writeOrderFilter(readOrderFilter(filter))))
    .toString('base64url')
    .slice(0, DIGEST_LENGTH);

/** Puts what will be logged of a download before the service's ticket, so that any gateway can read it there. */
export const packTicket = ({ orders, filter }: ExportRecord, ticket: string): string =>
  `${filter}${orders.toString(36).padStart(COUNT_LENGTH, '0')}${ticket}`;

/** @returns record and ticket of a word that `packTicket` made, or undefined for any other. */
export function unpackTicket(word: string): { record: ExportRecord; ticket: string } | undefined {
  const [, filter, orders, ticket] = PACKED.exec(word) ?? [];
  if (filter === undefined || orders === undefined || ticket === undefined) return undefined;
  return { record: { filter, orders: parseInt(orders, 36) }, ticket };
}
