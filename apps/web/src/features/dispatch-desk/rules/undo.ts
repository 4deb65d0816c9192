import { type Action, receiptsOf } from './action.ts';

/** A batch that can be taken back, and until when: milliseconds of the server's clock. */
interface Undoable {
  batch: string;
  until: number;
}

/** @returns the batches whose undoing was asked for and was not refused: they have been taken back, or may have been. */
const undoneOrders = ({ id }: Action, all: readonly Action[]): ReadonlySet<string> =>
  new Set(
    all
      .filter(({ undoes }) => undoes === id)
      .flatMap(({ steps }) => steps)
      .flatMap(({ request, progress }) =>
        request.id === 'assignments.undo' && progress.state !== 'refused' ? [request.body.batch] : [],
      ),
  );

function undoables(action: Action, all: readonly Action[]): Undoable[] {
  const gone = undoneOrders(action, all);
  return receiptsOf(action).flatMap(({ batch, undoUntil }) =>
    batch !== null && undoUntil !== null && !gone.has(batch) ? [{ batch, until: Date.parse(undoUntil) }] : [],
  );
}

/**
 * @param all everything the person did, this action among it.
 * @returns the batches that one's own action can still take back, the last one first. Of an undoing that was refused in
 * part, those that were refused.
 */
export const undoableBatches = (action: Action, all: readonly Action[]): string[] =>
  undoables(action, all)
    .map(({ batch }) => batch)
    .toReversed();

/**
 * @param now milliseconds of the server's clock.
 * @returns milliseconds in which all that is left of the action can still be taken back; 0 where it cannot.
 */
export function undoTimeLeft(action: Action, all: readonly Action[], now: number): number {
  const until = Math.min(...undoables(action, all).map((each) => each.until));
  return Number.isFinite(until) ? Math.max(0, until - now) : 0;
}
