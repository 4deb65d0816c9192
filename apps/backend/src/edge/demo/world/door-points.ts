import { hash } from 'node:crypto';
import { addressKey } from '@despacho/contracts';
import { metersBetween, type Point } from '@despacho/contracts/dispatch';
import { AREQUIPA, LIMA, TRUJILLO } from '../places.ts';
import { createRandom, type Random } from '../random.ts';
import streets from './streets.json' with { type: 'json' };

/** A street of the demonstration map, or a neighbourhood along one. */
export interface DemoStreet {
  name: string;
  /** The number at its beginning; further ones follow meter by meter. Null if it has blocks and lots instead. */
  from: number | null;
  /** Latitude and longitude of its points in turns, in 0.00001°, each as the difference to the one before. */
  line: readonly number[];
}

/** A number on a street, or a block («B») and a lot. */
type Position = number | { block: string; lot: number };

const STREETS: Readonly<Record<string, readonly DemoStreet[]>> = streets;
/** Meters: length of a block, front of a lot, and from the middle of the street to the doors. */
const [BLOCK, FRONT, SETBACK] = [100, 8, 8];
const LOTS = 24;
/** The doors of a district that receive most of its orders, and their share. */
const [FREQUENT, FREQUENT_SHARE] = [10, 0.65];
/** Meters within which a stop is in a district's city. */
const CITY = 50_000;
/** From a district's centre to an unknown address at most, in degrees: about 400 m. */
const SPREAD = 0.0036;

function pointsOf({ line }: DemoStreet): Point[] {
  let [lat, lng] = [0, 0];
  return Array.from({ length: line.length / 2 }, (_, index) => ({
    lat: (lat += line[2 * index] ?? 0) / 1e5,
    lng: (lng += line[2 * index + 1] ?? 0) / 1e5,
  }));
}

const lengthOf = (street: DemoStreet): number =>
  pointsOf(street).reduce((sum, point, index, all) => sum + metersBetween(all[index - 1] ?? point, point), 0);

/** @returns the place so many meters along a street, on its left or right side; undefined beyond its ends. */
function beside(street: DemoStreet, meters: number, isLeft: boolean): Point | undefined {
  if (meters < 0) return undefined;
  let rest = meters;
  const points = pointsOf(street);
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    const length = metersBetween(from, to);
    if (rest < length) {
      const [up, right] = [to.lat - from.lat, to.lng - from.lng];
      const narrowing = Math.cos((from.lat * Math.PI) / 180);
      const [ahead, aside] = [rest / length, (isLeft ? SETBACK : -SETBACK) / length];
      return {
        lat: from.lat + up * ahead + right * narrowing * aside,
        lng: from.lng + right * ahead - (up / narrowing) * aside,
      };
    }
    rest -= length;
  }
  return undefined;
}

function positionOn(street: DemoStreet, at: Position): Point | undefined {
  if (typeof at === 'number') return street.from === null ? undefined : beside(street, at - street.from, at % 2 === 1);
  if (street.from !== null || at.lot < 1 || at.lot > LOTS) return undefined;
  const block = at.block.toUpperCase().charCodeAt(0) - 65;
  return beside(street, block * BLOCK + (Math.ceil(at.lot / 2) - 0.5) * FRONT, at.lot % 2 === 1);
}

/**
 * The place of a door, a pure function of the demonstration map. Odd numbers are on the left of a street, even ones on
 * the right. The blocks of a neighbourhood (Mz.) follow each other along its street, with odd lots (Lt.) on the left.
 * @param street its name, in any spelling.
 * @returns undefined if the district has no such street, or the street no such door.
 */
export function doorPoint(ubigeo: string, street: string, at: Position): Point | undefined {
  const key = addressKey(street);
  const found = STREETS[ubigeo]?.find(({ name }) => addressKey(name) === key);
  return found && positionOn(found, at);
}

/** @returns a random door of a district: its address, and its place. */
function anyDoor(random: Random, ubigeo: string): { address: string; point: Point } {
  const street = random.pick(STREETS[ubigeo] ?? []);
  const meters = Math.floor(lengthOf(street));
  const lot = {
    block: String.fromCharCode(65 + random.between(0, Math.floor(meters / BLOCK) - 1)),
    lot: random.between(1, LOTS),
  };
  const at = street.from === null ? lot : street.from + random.between(0, meters - 1);
  const address = typeof at === 'number' ? `${street.name} ${at}` : `Mz. ${at.block} Lt. ${at.lot}, ${street.name}`;
  const point = positionOn(street, at);
  if (!point) throw new Error(`There is no ${address} in ${ubigeo}`);
  return { address, point };
}

/** @returns a door for an order: more often one of those that receive many, which are the same for every random source. */
export function pickDoor(random: Random, ubigeo: string): ReturnType<typeof anyDoor> {
  if (!random.happens(FREQUENT_SHARE)) return anyDoor(random, ubigeo);
  const which = Number(ubigeo) * FREQUENT + random.between(0, FREQUENT - 1);
  // First numbers of neighbouring seeds resemble each other.
  return anyDoor(createRandom(Math.imul(which, 0x9e_37_79_b1)), ubigeo);
}

/** @returns an address as somebody else writes it in a file. */
export function respell(random: Random, address: string, district: string): string {
  const long = address
    .replace(/^Av\. /, 'Avenida ')
    .replace(/^Jr\. /, 'Jirón ')
    .replace(/^Mz\. (\w) Lt\./, 'Manzana $1 Lote');
  return random.pick([
    long,
    address.replaceAll('.', '').toUpperCase(),
    `${address} - ${district}`,
    long.replace(/ (\d+)(?=$|,)/, ' N° $1'),
  ]);
}

/** @returns the place of an address in any spelling, with or without an apartment. */
function readDoor(ubigeo: string, address: string): Point | undefined {
  const words = addressKey(address).split(' ');
  const [mark, block = '', , lot, ...rest] = words;
  for (let end = words.length - 1; end > 0; end -= 1) {
    const number = Number(words[end]);
    const point =
      mark === 'manzana'
        ? doorPoint(ubigeo, rest.slice(0, end).join(' '), { block, lot: Number(lot) })
        : Number.isInteger(number) && doorPoint(ubigeo, words.slice(0, end).join(' '), number);
    if (point) return point;
  }
  return undefined;
}

/**
 * @returns where the door of a stop really is: always the same for one address. An address that the map does not have
 * is where its order says, or somewhere in its district if that is only the district's centre.
 */
export function trueDoor({
  address,
  district,
  approximate,
  ...at
}: Point & { address: string; district: string; approximate: boolean }): Point {
  const found = [...LIMA, ...AREQUIPA, ...TRUJILLO].find(
    (each) => each.name === district && metersBetween(each, at) < CITY,
  );
  const door = found && readDoor(found.ubigeo, address);
  if (door) return door;
  if (!approximate) return at;
  const random = createRandom(Number.parseInt(hash('sha256', addressKey(address)).slice(0, 8), 16) || 1);
  const off = (): number => (random.next() * 2 - 1) * SPREAD;
  return { lat: at.lat + off(), lng: at.lng + off() };
}
