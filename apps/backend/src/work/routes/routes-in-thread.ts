import { KeyedSlots } from '#platform/keyed-slots.ts';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { TaskThread, ThreadStopped } from '#platform/threads/task-thread.ts';
import { inThreadTurn } from '#platform/threads/thread-turns.ts';
import { type ComputedRoutes, type RouteTask } from './compute-routes.ts';
import { ROUTE_WORKER_URL } from './route-worker-url.ts';

/** Limits of one search, all in milliseconds. */
export interface RouteLimits {
  /** CPU time of the thread after which it is stopped. */
  cpuMs: number;
  /** How long a request waits for its turns, all together. */
  waitMs: number;
  /** When the request is answered, by the clock: `UPSTREAM_TIMEOUT_MS` of the gateway is longer. */
  answerMs: number;
  /** CPU time of the search itself; by default by the number of stops. */
  searchMs?: number;
}

export const ROUTE_LIMITS: RouteLimits = { cpuMs: 6000, waitMs: 2000, answerMs: 8000 };

/** Left for what follows a search: times, reasons, and the way back. */
const AFTER_SEARCH_MS = 500;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

const people = new KeyedSlots({
  waitMs: ROUTE_LIMITS.waitMs,
  busy: 'Ya se están calculando otras rutas que usted pidió; espere unos segundos y vuelva a intentarlo',
});
const offices = new KeyedSlots({
  waitMs: ROUTE_LIMITS.waitMs,
  busy: 'Su oficina ya está calculando otras rutas; espere unos segundos y vuelva a intentarlo',
});
const rankings = new KeyedSlots({
  waitMs: ROUTE_LIMITS.waitMs,
  busy: 'Ya se está calculando a quién darle otras órdenes que usted eligió; vuelva a intentarlo',
});
const BUSY = 'Se están calculando muchas rutas; espere unos segundos y vuelva a intentarlo';

/** A search for routes whose time runs. */
export interface RouteTurn {
  /** Stops what is done for it: the client has left, or its time is over. */
  signal: AbortSignal;
  /** Computes the routes in a thread. */
  compute: (task: Omit<RouteTask, 'searchMs' | 'cpuMs' | 'until'>) => Promise<ComputedRoutes>;
}

/** CPU milliseconds of a search after which routes hardly improve any more. */
const searchMsFor = (stops: number): number => 300 + 6 * stops;

/**
 * Runs a ranking of couriers when it is the turn of the person: it takes no thread, but time of the one that answers requests.
 * @param signal fires when the client disconnects.
 * @throws Refusal busy for who would wait too long.
 */
export const inRankTurn = <T>(dispatcher: Dispatcher, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  rankings.run(personKey(dispatcher), AbortSignal.any([signal, AbortSignal.timeout(ROUTE_LIMITS.waitMs)]), work);

/**
 * Runs a search for routes when it is the turn of the person and of the office.
 * @param signal fires when the client disconnects.
 * @throws Refusal busy for who would wait too long, for an interrupted search and for one that did not end; invalid for one
 *   that needs too much memory.
 */
export async function inRouteTurn<T>(
  dispatcher: Dispatcher,
  signal: AbortSignal,
  work: (turn: RouteTurn) => Promise<T>,
  limits = ROUTE_LIMITS,
): Promise<T> {
  const begun = Date.now();
  const waits = AbortSignal.any([signal, AbortSignal.timeout(limits.waitMs)]);
  const ends = AbortSignal.any([signal, AbortSignal.timeout(limits.answerMs)]);
  const interrupted = (): Refusal => new Refusal('busy', signal.aborted ? 'La solicitud se interrumpió' : BUSY);
  const compute: RouteTurn['compute'] = (task) =>
    inThreadTurn(waits, BUSY, async () => {
      try {
        const thread = new TaskThread<RouteTask, ComputedRoutes>(ROUTE_WORKER_URL, MEMORY);
        const until = begun + limits.answerMs - AFTER_SEARCH_MS;
        const { cpuMs, searchMs = searchMsFor(task.stops.length) } = limits;
        const timed = { ...task, until, searchMs, cpuMs: cpuMs - AFTER_SEARCH_MS };
        return await thread.run(timed, { signal: ends, maxCpuMs: cpuMs });
      } catch (error) {
        if (!(error instanceof ThreadStopped)) throw error;
        if (error.why === 'memory') throw invalid('Son demasiadas paradas para calcular sus rutas; elija menos');
        throw interrupted();
      }
    });
  const officeKey = `${dispatcher.companyId} ${dispatcher.officeId}`;
  const inTurn = people.run(personKey(dispatcher), waits, () =>
    offices.run(officeKey, waits, () => work({ signal: ends, compute })),
  );
  return inTurn.catch((error: unknown) => {
    // What was stopped throws the reason of the signal.
    throw ends.aborted && !(error instanceof Refusal) ? interrupted() : error;
  });
}
