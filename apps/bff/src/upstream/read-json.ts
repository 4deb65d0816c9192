import { type IncomingMessage } from 'node:http';
import { Failure } from '../problems/failure.ts';
import { readBody } from './read-body.ts';

/** Older hosts answer in Latin-1 and say so. */
function decoderFor(contentType = ''): InstanceType<typeof TextDecoder> {
  const latin = /charset="?(iso-8859-1|latin1|windows-1252)/i.test(contentType);
  return new TextDecoder(latin ? 'windows-1252' : 'utf-8', { fatal: true });
}

/**
 * Reads a whole JSON answer.
 * @returns the value; undefined for an empty body.
 * @throws Failure `upstream-broken` for anything that is cut, too large or not JSON.
 */
export async function readJson(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<unknown> {
  const body = await readBody(answer, maxBytes, signal);
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(decoderFor(answer.headers['content-type']).decode(body)) as unknown;
  } catch {
    throw new Failure('upstream-broken', { note: 'answer is not JSON' });
  }
}
