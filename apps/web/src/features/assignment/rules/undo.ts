import { type Receipt } from '@despacho/contracts/dispatch';
import { type Action, receiptsOf } from './action.ts';

/** @returns the batches that one's own action can still take back, the last one first. */
export const undoableBatches = (action: Action): string[] =>
  receiptsOf(action)
    .flatMap(({ batch, undoUntil }) => (batch !== null && undoUntil !== null ? [batch] : []))
    .toReversed();

const untilOf = ({ batch, undoUntil }: Receipt): number =>
  batch !== null && undoUntil !== null ? Date.parse(undoUntil) : Infinity;

/**
 * @param all everything the person did, this action among it.
 * @returns whether it has been taken back, or may have been. Refused altogether, that can be tried again.
 */
export const isTakenBack = ({ id }: Action, all: readonly Action[]): boolean =>
  all.some(({ undoes, steps }) => undoes === id && steps.some(({ progress }) => progress.state !== 'refused'));

/**
 * @param now milliseconds of the server's clock.
 * @returns milliseconds in which all of the action can still be taken back; 0 where it cannot.
 */
export function undoLeft(action: Action, now: number): number {
  const until = Math.min(...receiptsOf(action).map(untilOf));
  return Number.isFinite(until) ? Math.max(0, until - now) : 0;
}
