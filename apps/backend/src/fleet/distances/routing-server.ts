import { metersBetween } from '@despacho/contracts/dispatch';
import { Slots } from '@despacho/server/slots';
import * as z from 'zod';
import { type RoutingHost } from '#platform/config.ts';
import { fetchJson, urlOf } from '#platform/outgoing/fetch-json.ts';
import { type RoutePlace, type Travel } from './distances.ts';

const MAX_BYTES = 8 * 1024 * 1024;
/** Until a server has answered all calls, in milliseconds: a person waits, and the solver comes after. */
const ROUTING_MS = 1500;
/** Calls for one question: 600 places with OSRM's default limit. More places are not asked. */
const MAX_CALLS = 36;
const AT_A_TIME = 4;
/** Calls at once for all people, each with an answer of up to `MAX_BYTES` in memory. */
const CALLS = new Slots({ count: 2 * AT_A_TIME, busy: () => new Error('the time is over') });

/** Meters by which both ends together may be moved to a road. A server with the map of another place moves all to one. */
const MAX_MOVED = 1000;
/** Meters a second, as of positions, and the seconds of a day. */
const MAX_SPEED = 56;
const MAX_SECONDS = 86_400;

/** @returns how many places a server is asked about; for more, straight lines count. */
export const maxPlaces = ({ tableSize }: Pick<RoutingHost, 'tableSize'>): number => Math.sqrt(MAX_CALLS) * tableSize;

/** As of OSRM 5.22 (`docs/http.md` of its repository, "Table service"): seconds and meters, null without a route. */
const matrix = z.array(z.array(z.unknown()));
const tableAnswer = z.object({ code: z.literal('Ok'), durations: matrix, distances: matrix });

type Answer = z.output<typeof tableAnswer>;

/** A part of the table: indices of places. */
interface Block {
  sources: number[];
  destinations: number[];
}

/** @returns the parts in which a table of so many places is asked, each of at most `size` sources and destinations. */
export function blocksOf(places: number, size: number): Block[] {
  const parts = Array.from({ length: Math.ceil(places / size) }, (_, part) =>
    Array.from({ length: Math.min(size, places - part * size) }, (__, index) => part * size + index),
  );
  return parts.flatMap((sources) => parts.map((destinations) => ({ sources, destinations })));
}

const coordinate = (degrees: number): string => degrees.toFixed(5);

function tableUrl({ url }: Pick<RoutingHost, 'url'>, places: readonly RoutePlace[], block: Block): URL {
  const asked = [...new Set([...block.sources, ...block.destinations])];
  const points = asked.map((place) => `${coordinate(places[place]?.lng ?? 0)},${coordinate(places[place]?.lat ?? 0)}`);
  const indices = (of: number[]): string => of.map((place) => asked.indexOf(place)).join(';');
  return urlOf(url, `/table/v1/driving/${points.join(';')}`, {
    sources: indices(block.sources),
    destinations: indices(block.destinations),
    annotations: 'duration,distance',
    generate_hints: 'false',
  });
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value);

/** Writes the usable pairs of an answer. @throws for an answer of another size. */
function fill(table: Travel, places: readonly RoutePlace[], { sources, destinations }: Block, answer: Answer): void {
  for (const rows of [answer.durations, answer.distances])
    if (rows.length !== sources.length || rows.some((row) => row.length !== destinations.length))
      throw new RangeError('size');
  for (const [row, from] of sources.entries())
    for (const [column, to] of destinations.entries()) {
      const [one, other] = [places[from], places[to]];
      const [seconds, metres] = [answer.durations[row]?.[column], answer.distances[row]?.[column]];
      if (!one || !other || !isNumber(seconds) || !isNumber(metres)) continue;
      const isPlausible =
        metres >= metersBetween(one, other) - MAX_MOVED && metres <= seconds * MAX_SPEED && seconds <= MAX_SECONDS;
      if (!isPlausible) continue;
      table.metres[from * table.places + to] = metres;
      table.minutes[from * table.places + to] = seconds / 60;
    }
}

interface Asking {
  places: readonly RoutePlace[];
  signal: AbortSignal;
  /** Whether the server must not be called now. */
  isDown: () => boolean;
  /** Records the end of each call, with its error. */
  record: (error?: unknown) => void;
}

/**
 * Asks the operator's OSRM for the travel between places, part by part, within `ROUTING_MS` altogether.
 * @returns the table, with NaN for pairs without a usable answer.
 */
export async function askRouting(host: RoutingHost, { places, signal, isDown, record }: Asking): Promise<Travel> {
  const count = places.length;
  const unknown = () => new Float64Array(count * count).fill(NaN);
  const table: Travel = { places: count, metres: unknown(), minutes: unknown() };
  const limits = { maxBytes: MAX_BYTES, signal: AbortSignal.any([signal, AbortSignal.timeout(ROUTING_MS)]) };
  const blocks = blocksOf(count, host.tableSize).values();
  let isAnswered = false;
  const work = async (): Promise<void> => {
    for (const block of blocks) {
      const leave = await CALLS.take(limits.signal).catch(() => undefined);
      try {
        if (!leave || limits.signal.aborted || isDown()) return;
        const read = (answer: unknown) => fill(table, places, block, tableAnswer.parse(answer));
        await fetchJson(tableUrl(host, places, block), read, limits);
        isAnswered = true;
        record();
      } catch (error) {
        // A question that is too large for the time must not stop those of others for a minute.
        if (!signal.aborted && !(isAnswered && limits.signal.aborted)) record(error);
      } finally {
        leave?.();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  for (let place = 0; place < count; place++)
    table.metres[place * (count + 1)] = table.minutes[place * (count + 1)] = 0;
  return table;
}
