import { hash } from 'node:crypto';
import { doorKeys, doorNumber, parseAddress, type ParsedAddress } from '@despacho/contracts/addresses';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { districtAreas } from '#platform/districts/district-areas.ts';

/** An address as far as it says where a door is. */
export type Address = Pick<OrderFields, 'address' | 'ubigeo'>;

/** A place in a row of doors: of the numbers of a street, or the lots of a manzana. */
export interface DoorRow {
  /** The street or urbanización, in normal form. */
  street: string;
  /** The manzana of a lot; empty for the number of a street, null if only the urbanización is known. */
  block: string | null;
  /** The number of the door or lot; null if the address has none, or it is not a number. */
  number: number | null;
}

/** A door that an address identifies. */
export interface Door extends DoorRow {
  block: string;
  /** A hash, so that it has a bounded length. */
  key: string;
  /** Street and number, or urbanización and lot, as written: without flat, reference and name. */
  text: string;
}

/** What an address says about its door. */
export interface Located {
  /** The door by its number and by its lot, if both are stated. Empty if the address identifies no door. */
  doors: readonly Door[];
  /** Where its neighbours are, known or not. */
  rows: readonly DoorRow[];
  /** The street or urbanización of the first row as written; empty without one. */
  street: string;
}

/** A placeholder number and lot, with which the street or urbanización of the key is read. */
const ANY = '0';
const OF_NUMBER = ` ${ANY}`;
const OF_LOT = ` mz ${ANY} lt ${ANY}`;
const LOT = / mz \S+ lt \S+$/;

/** @returns the streets and urbanizaciones in the keys of doors, without the district. */
function streetsOf({ street, urbanisation }: ParsedAddress, ubigeo: string): { number?: string; lot?: string } {
  const keys = doorKeys(
    { ...(street && { street }), ...(urbanisation && { urbanisation }), number: ANY, manzana: ANY, lote: ANY },
    ubigeo,
  );
  const named = (tail: string): string | undefined =>
    keys.find((key) => key.endsWith(tail))?.slice(ubigeo.length + 1, -tail.length);
  const lot = named(OF_LOT);
  const number = keys.length > 0 && !keys[0]?.endsWith(OF_LOT) ? named(OF_NUMBER) : undefined;
  return { ...(number !== undefined && { number }), ...(lot !== undefined && { lot }) };
}

/** No street has a larger number. */
const MAX_NUMBER = 1_000_000;

/** @returns the number as it is stored; null for text without one. */
const asNumber = (text: string | number | undefined): number | null => {
  const number = Number.parseInt(String(text ?? ''), 10);
  return number <= MAX_NUMBER ? number : null;
};

/** @returns the text of a door by its number or lot: «Av. José Larco 345», «Urb. Los Pinos Mz. B Lt. 4». */
function textOf(parsed: ParsedAddress, isLot: boolean, isRepeated: boolean): string {
  const { street, urbanisation, number, manzana, lote, km } = parsed;
  const area = urbanisation?.text ?? '';
  if (isLot) return `${area === '' ? (street?.text ?? '') : area} Mz. ${manzana ?? ''} Lt. ${lote ?? ''}`.trim();
  return `${street?.text ?? ''} ${number ?? `km ${km ?? ''}`}${isRepeated ? `, ${area}` : ''}`;
}

function locate({ address, ubigeo }: Address): Located {
  const parsed = parseAddress(address, districtAreas(ubigeo));
  const streets = streetsOf(parsed, ubigeo);
  const { manzana: block, lote } = parsed;
  const rows: DoorRow[] = [];
  if (streets.number !== undefined)
    rows.push({ street: streets.number, block: '', number: asNumber(doorNumber(parsed)) });
  if (streets.lot !== undefined && (block !== undefined || streets.lot !== streets.number))
    rows.push({ street: streets.lot, block: block ?? null, number: block === undefined ? null : asNumber(lote) });
  const doors = doorKeys(parsed, ubigeo).map((named): Door => {
    const isLot = LOT.test(named);
    const street = (isLot ? streets.lot : streets.number) ?? '';
    const number = isLot ? asNumber(lote) : asNumber(doorNumber(parsed));
    const text = textOf(parsed, isLot, street.includes(' @ '));
    return { street, block: isLot ? (block ?? '') : '', number, key: hash('sha256', named, 'base64url'), text };
  });
  const { street, urbanisation } = parsed;
  const written = streets.number === undefined ? (urbanisation ?? street) : street;
  return { doors, rows, street: rows.length > 0 ? (written?.text ?? '') : '' };
}

/** Addresses are read when an order is placed, written and closed. */
const MAX_KEPT = 10_000;
const kept = new Map<string, Located>();

/** @returns what an address says about its door. */
export function doorsOf({ address, ubigeo }: Address): Located {
  const key = `${ubigeo} ${address}`;
  const found = kept.get(key);
  if (found) return found;
  const located = locate({ address, ubigeo });
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, located);
  return located;
}

/** @returns the keys of the door of an address; none if it identifies no door. */
export const doorKeysOf = (address: Address): string[] => doorsOf(address).doors.map(({ key }) => key);

/** @returns the key by which the visits of a door are found; null if the address identifies no door. */
export const doorKeyOf = (address: Address): string | null => doorsOf(address).doors[0]?.key ?? null;
