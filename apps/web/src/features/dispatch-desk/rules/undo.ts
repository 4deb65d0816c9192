import { type Action, receiptsOf } from './action.ts';

/** @returns the batches that have been undone, or may have been: an undo was requested and not refused. */
const undoneOrders = ({ id }: Action, all: readonly Action[]): ReadonlySet<string> =>
  new Set(
    all
      .filter(({ undoes }) => undoes === id)
      .flatMap(({ steps }) => steps)
      .flatMap(({ request, progress }) =>
        request.id === 'assignments.undo' && progress.state !== 'refused' ? [request.body.batch] : [],
      ),
  );

/** @returns the batches that can be undone, with their deadlines in milliseconds of the server's clock. */
function undoables(action: Action, all: readonly Action[]): { batch: string; until: number }[] {
  const gone = undoneOrders(action, all);
  return receiptsOf(action).flatMap(({ batch, undoUntil }) =>
    batch !== null && undoUntil !== null && !gone.has(batch) ? [{ batch, until: Date.parse(undoUntil) }] : [],
  );
}

/**
 * @param all the user's actions, including this one.
 * @returns the batches of an action that can still be undone, last one first. After a partly refused undo, those that
 * were refused.
 */
export const undoableBatches = (action: Action, all: readonly Action[]): string[] =>
  undoables(action, all)
    .map(({ batch }) => batch)
    .toReversed();

/**
 * @param now milliseconds of the server's clock.
 * @returns milliseconds left to undo the rest of the action; 0 if it cannot be undone.
 */
export function undoTimeLeft(action: Action, all: readonly Action[], now: number): number {
  const until = Math.min(...undoables(action, all).map((each) => each.until));
  return Number.isFinite(until) ? Math.max(0, until - now) : 0;
}
