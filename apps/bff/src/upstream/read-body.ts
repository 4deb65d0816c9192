import { type UpstreamAnswer } from './get.ts';
import { Failure } from '../problems/failure.ts';
import { type HeldAnswer } from './held-answers.ts';
import { failureOf } from './failure-of.ts';

const broken = (note: string) => new Failure('upstream-broken', { note });

/**
 * @param held counts the bytes as they arrive.
 * @throws Failure `upstream-broken` for a body that is cut or larger than `maxBytes`.
 */
export async function readBody(
  answer: UpstreamAnswer,
  maxBytes: number,
  signal: AbortSignal,
  held?: HeldAnswer,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const over = Promise.withResolvers<undefined>();
  // Listeners and not an iteration, which costs as much as everything else that is done for a small answer.
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    held?.add(chunk.length);
    if (size <= maxBytes) return;
    over.reject(broken(`answer larger than ${maxBytes} bytes`));
    answer.destroy();
  });
  answer.on('end', over.resolve);
  answer.on('error', over.reject);
  // A connection that closes before the announced length ends without an error in some versions.
  answer.on('close', over.resolve);
  // Whatever becomes of the answer, who waits for it is not forgotten.
  const giveUp = () => {
    over.reject(signal.reason);
    answer.destroy();
  };
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  // Head and garbage in one packet: it is over before anyone could listen.
  if (answer.destroyed) over.reject(answer.errored ?? broken('answer cut'));
  try {
    await over.promise;
  } catch (error) {
    throw failureOf(error, 'read', signal);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  if (!answer.readableEnded) throw failureOf(broken('answer cut'), 'read', signal);
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks, size);
}
