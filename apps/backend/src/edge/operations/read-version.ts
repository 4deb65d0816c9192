import { type DispatchOperationId } from '@despacho/contracts/dispatch';
import { BUILD_ID } from '@despacho/server/build-id';
import { hash } from 'node:crypto';
import { type Call } from '#platform/call.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';

/** How often the clock alone may change an answer. */
type Pace = 'day' | 'minute';

/** A read that needs the clock for some of its queries only; null for a query whose answers state no version. */
type PaceOf<I extends DispatchOperationId> = (query: Call<I>['query']) => Pace | null;

/** «Vencidas», «por vencer» and promises change with the clock: orders are due at a full minute. */
const paceOfFilter = (
  query: Partial<Record<'marca' | 'no_marca' | 'horario' | 'no_horario', string | undefined>>,
): Pace => ((query.marca ?? query.no_marca ?? query.horario ?? query.no_horario) === undefined ? 'day' : 'minute');

/**
 * The reads whose answer depends only on the office's state, the person, the query and the clock, and how they depend
 * on the clock. Other reads depend on more: positions and phones (`couriers.device`, the Dashboard), the last search
 * («Por atender»), the company (`settings.read`, `money.courier`), the time of the answer, or a past minute, which
 * counts as a read.
 */
export const PACES = {
  'orders.list': ({ aLas, ...filter }) => (aLas === undefined ? paceOfFilter(filter) : null),
  'orders.map': ({ aLas, ...filter }) => (aLas === undefined ? paceOfFilter(filter) : null),
  'orders.counts': 'minute',
  'orders.states': paceOfFilter,
  'orders.clients': 'day',
  'orders.read': 'minute',
  'couriers.list': 'day',
  'couriers.map': 'day',
  'couriers.retired': 'day',
  'days.list': 'day',
  'money.day': 'day',
  'evidence.list': 'day',
  'evidence.page': 'day',
  'evidence.missing': 'day',
  'events.history': 'day',
  'reasons.list': 'day',
  'views.list': 'day',
  'zones.list': 'day',
} satisfies { [I in DispatchOperationId]?: Pace | PaceOf<I> };

const MINUTE_MS = 60_000;

/** The minute as text. An exact minute has its own text: what is due then is late only afterwards. */
const minuteOf = (now: Date): string => {
  const minutes = now.getTime() / MINUTE_MS;
  return `${Math.floor(minutes)} ${Math.ceil(minutes)}`;
};

/** The days of the office, of its working day and of UTC: a new day also counts the orders read in an answer again. */
function daysOf(now: Date, dispatcher: Dispatcher): string[] {
  // day: what depends on the day in UTC changes with it.
  return [localOf(now, dispatcher.timeZone).date, officeDay(now, dispatcher), now.toISOString().slice(0, 10)];
}

/** What an answer depends on, besides the operation. */
interface Inputs {
  dispatcher: Dispatcher;
  modules: readonly string[];
  /** The state of the office, read before anything else. */
  stateId: string;
  params: object;
  query: object;
  now: Date;
}

/**
 * @returns the version of the answer to a read, with its quotes: equal only if the answer is. Undefined for an operation or
 * query whose answers state none.
 */
export function versionOf(
  id: DispatchOperationId,
  { dispatcher, modules, stateId, params, query, now }: Inputs,
): string | undefined {
  const given = (PACES as Partial<Record<DispatchOperationId, Pace | ((query: object) => Pace | null)>>)[id];
  const pace = typeof given === 'function' ? given(query) : given;
  if (!pace) return undefined;
  const inputs = [
    BUILD_ID,
    id,
    dispatcher,
    modules.toSorted(),
    stateId,
    params,
    query,
    daysOf(now, dispatcher),
    pace === 'minute' ? minuteOf(now) : '',
  ];
  return `W/"${hash('sha256', JSON.stringify(inputs), 'base64url').slice(0, 27)}"`;
}
