import { type Action, type Intent } from './action.ts';
import { type BulkRequest, signatureOf } from './bulk-request.ts';

/** Identifies requests that undo something. */
const nameOf = (request: BulkRequest): string => signatureOf([request]);

/** @returns the requests whose effect has been undone, or may have been: an undo was requested and not refused. */
const requested = ({ id }: Action, all: readonly Action[]): ReadonlySet<string> =>
  new Set(
    all
      .filter(({ undoes }) => undoes === id)
      .flatMap(({ steps }) => steps)
      .flatMap(({ request, progress }) => (progress.state === 'refused' ? [] : [nameOf(request)])),
  );

/** @returns the request that undoes a step, with its deadline in milliseconds of the server's clock. */
function undoOf({ request, progress }: Action['steps'][number]): { request: BulkRequest; until: number }[] {
  if (progress.state !== 'done' || progress.receipt.undoUntil === null) return [];
  const { batch, undoUntil } = progress.receipt;
  const until = Date.parse(undoUntil);
  if (request.id === 'couriers.attend') {
    const { day, absent, present } = request.body;
    return [{ request: { id: request.id, body: { day, absent: present, present: absent } }, until }];
  }
  if (request.id === 'places.answer')
    return [{ request: { id: request.id, body: { order: request.body.order, point: null } }, until }];
  return batch === null ? [] : [{ request: { id: 'assignments.undo', body: { batch } }, until }];
}

/** @returns what can be undone of an action; nothing of one that undoes another. */
function undoables(action: Action, all: readonly Action[]): { request: BulkRequest; until: number }[] {
  if (action.undoes !== undefined) return [];
  const gone = requested(action, all);
  return action.steps.flatMap(undoOf).filter(({ request }) => !gone.has(nameOf(request)));
}

/**
 * @param all the user's actions, including this one.
 * @returns the requests that undo an action, last part first. After a partly refused undo, those that were refused.
 */
export const undoRequests = (action: Action, all: readonly Action[]): BulkRequest[] =>
  undoables(action, all)
    .map(({ request }) => request)
    .toReversed();

/** Undoes an action, last part first. */
export const undoIntent = (action: Action, all: readonly Action[]): Intent => ({
  title: `Deshacer: ${action.title}`,
  parts: undoRequests(action, all).map((request) => ({ request })),
  codes: action.codes,
  undoes: action.id,
});

/**
 * @param now milliseconds of the server's clock.
 * @returns milliseconds left to undo the rest of the action; 0 if it cannot be undone.
 */
export function undoTimeLeft(action: Action, all: readonly Action[], now: number): number {
  const until = Math.min(...undoables(action, all).map((each) => each.until));
  return Number.isFinite(until) ? Math.max(0, until - now) : 0;
}
