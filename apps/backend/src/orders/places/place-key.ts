import { addressKey, nameKey } from '@despacho/contracts';
import { doorKeys, parseAddress } from '@despacho/contracts/addresses';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { hash } from 'node:crypto';
import { districtAreas } from '#platform/districts/district-areas.ts';
import { formerAddress, formerPlain } from '#platform/former-forms.ts';

/** What identifies a place that an office uses. */
export type Destination = Pick<OrderFields, 'clientName' | 'recipient' | 'address' | 'ubigeo'>;

const hashOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

/** The current key of something, and the one that earlier versions stored (see `former-forms.ts`). */
export interface Keys {
  key: string;
  former: string;
}

/**
 * Identifies a place in the book of its office. A hash: it has a bounded length, and the book stores no second copy of
 * names and addresses.
 */
export const placeKeys = ({ clientName, recipient, address, ubigeo }: Destination): Keys => ({
  key: hashOf([nameKey(clientName), nameKey(recipient), addressKey(address), ubigeo]),
  former: hashOf([formerPlain(clientName), formerPlain(recipient), formerAddress(address), ubigeo]),
});

/**
 * Identifies a query of the geocoder. Companies do not share answers: a fast one would reveal that another company
 * delivers there.
 */
export const geocodeKeys = (companyId: string, query: string): Keys => ({
  key: hashOf([companyId, addressKey(query)]),
  former: hashOf([companyId, formerPlain(query)]),
});

/** @returns what identifies the door of a query, without the company; null if the query states none. */
export function geocodedDoor(query: string, ubigeo: string): string | null {
  const [door] = doorKeys(parseAddress(query, districtAreas(ubigeo)), ubigeo);
  return door === undefined ? null : hashOf([door]);
}

/** @returns what was found under the current key, otherwise under the former one. */
export const foundBy = <Found>(found: ReadonlyMap<string, Found>, keys: Keys | undefined): Found | undefined =>
  keys && (found.has(keys.key) ? found.get(keys.key) : found.get(keys.former));

/** @returns the current and the former key; none for undefined. */
export const bothKeys = (keys: Keys | undefined): string[] => (keys ? [keys.key, keys.former] : []);
