import { type UpstreamAnswer } from './get.ts';

const MAX_BYTES = 64 * 1024;
const MAX_MS = 1000;

/**
 * Lets go of an answer whose body nobody wants. A short one is read to its end, so that its connection serves the next
 * call; one that is long or does not end loses it. The request's own limit would not help: it is over once answered.
 */
export function discard(answer: UpstreamAnswer): void {
  let left = MAX_BYTES;
  const drop = () => {
    answer.destroy();
  };
  const timer = setTimeout(drop, MAX_MS).unref();
  answer.on('close', () => {
    clearTimeout(timer);
  });
  answer.on('error', drop);
  answer.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) drop();
  });
}
