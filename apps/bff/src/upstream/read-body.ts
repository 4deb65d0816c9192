import { type IncomingMessage } from 'node:http';
import { Failure } from '../problems/failure.ts';
import { failureOf } from './failure-of.ts';

const broken = (note: string) => new Failure('upstream-broken', { note });

/** @throws Failure `upstream-broken` for a body that is cut or larger than `maxBytes`. */
export async function readBody(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw broken(`answer larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw failureOf(error, 'read', signal);
  }
  // A connection that closes before the announced length ends the iteration without an error in some versions.
  if (!answer.complete) throw broken('answer cut');
  return Buffer.concat(chunks, size);
}
