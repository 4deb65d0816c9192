import { type UpstreamAnswer } from './get.ts';
import { Failure } from '#problems/failure.ts';
import { type HeldAnswer } from './held-answers.ts';
import { failureOf } from './failure-of.ts';

const broken = (note: string) => new Failure('upstream-broken', { note });

/**
 * @param held counts the bytes as they arrive.
 * @throws Failure `upstream-broken` for a body that is truncated or larger than `maxBytes`.
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
  // Listeners instead of an iteration, which costs as much as everything else for a small response.
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
  // In some versions a connection that closes before the announced length ends without an error.
  answer.on('close', over.resolve);
  // Rejects whatever the state of the response.
  const giveUp = () => {
    over.reject(signal.reason);
    answer.destroy();
  };
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  // With header and garbage in one packet, it has ended before listeners were added.
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
