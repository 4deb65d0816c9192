import { type UpstreamAnswer } from './get.ts';
import { Failure } from '#problems/failure.ts';
import { type HeldAnswer } from './held-answers.ts';
import { parseExactly } from './exact-integers.ts';
import { readBody } from './read-body.ts';

// Shared: without the stream option a decoder keeps no state.
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const LATIN_1 = new TextDecoder('windows-1252', { fatal: true });

/** Older hosts answer in Latin-1 and declare it. */
const decoderFor = (contentType = ''): InstanceType<typeof TextDecoder> =>
  /charset="?(iso-8859-1|latin1|windows-1252)/i.test(contentType) ? LATIN_1 : UTF_8;

/**
 * Reads a whole JSON response.
 * @param held counts its bytes.
 * @returns its value; undefined for an empty body.
 * @throws Failure `upstream-broken` if it is truncated, too large or not JSON.
 */
export async function readJson(
  answer: UpstreamAnswer,
  maxBytes: number,
  signal: AbortSignal,
  held?: HeldAnswer,
): Promise<unknown> {
  return parseJson(answer, await readBody(answer, maxBytes, signal, held));
}

/**
 * @param body of the answer.
 * @returns its value; undefined for an empty body.
 * @throws Failure `upstream-broken` if it is not JSON.
 */
export function parseJson(answer: UpstreamAnswer, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return parseExactly(decoderFor(answer.headers['content-type']).decode(body));
  } catch {
    throw new Failure('upstream-broken', { note: 'answer is not JSON' });
  }
}
