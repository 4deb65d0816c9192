import { type IncomingMessage } from 'node:http';
import { Failure } from '../problems/failure.ts';
import { failureOf } from './failure-of.ts';

const broken = (note: string) => new Failure('upstream-broken', { note });

/** Older hosts answer in Latin-1 and say so. */
function decoderFor(contentType = ''): InstanceType<typeof TextDecoder> {
  const latin = /charset="?(iso-8859-1|latin1|windows-1252)/i.test(contentType);
  return new TextDecoder(latin ? 'windows-1252' : 'utf-8', { fatal: true });
}

async function collect(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
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

/**
 * Reads a whole JSON answer.
 * @returns the value; undefined for an empty body.
 * @throws Failure `upstream-broken` for anything that is cut, too large or not JSON.
 */
export async function readJson(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<unknown> {
  const body = await collect(answer, maxBytes, signal);
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(decoderFor(answer.headers['content-type']).decode(body)) as unknown;
  } catch {
    throw broken('answer is not JSON');
  }
}
