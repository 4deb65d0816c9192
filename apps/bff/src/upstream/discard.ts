import { type UpstreamAnswer } from './get.ts';

const MAX_BYTES = 64 * 1024;
const MAX_MS = 1000;

/**
 * Discards a response's body. A short one is read to its end, so that its connection can be reused; a long or endless
 * one is cut. The request's own limit does not apply: it ends with the response.
 */
export function discard(answer: UpstreamAnswer): void {
  let left = MAX_BYTES;
  const drop = () => {
    answer.destroy();
  };
  const timer = setTimeout(drop, MAX_MS).unref();
  answer.on('close', () => clearTimeout(timer));
  answer.on('error', drop);
  answer.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) drop();
  });
}
