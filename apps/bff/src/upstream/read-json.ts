import { type IncomingMessage } from 'node:http';
import { type Ending } from '../middleware/deadline.ts';
import { Failure } from '../problems/failure.ts';
import { type HeldAnswer } from '../wire/held-answers.ts';
import { readBody } from './read-body.ts';

// Made once: a decoder that is not told to wait for more remembers nothing.
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const LATIN_1 = new TextDecoder('windows-1252', { fatal: true });

/** Older hosts answer in Latin-1 and say so. */
const decoderFor = (contentType = ''): InstanceType<typeof TextDecoder> =>
  /charset="?(iso-8859-1|latin1|windows-1252)/i.test(contentType) ? LATIN_1 : UTF_8;

/** An answer's JSON as it was written, and what it says. */
export interface JsonAnswer {
  text: string;
  value: unknown;
  /** The text as it came, where that was UTF-8 and nothing before it. */
  bytes?: Buffer | undefined;
}

/** What some systems put before a text in UTF-8. The decoder takes it off; no JSON begins with its first byte. */
const BYTE_ORDER_MARK = 0xef;

/**
 * Reads a whole JSON answer.
 * @param held counts its bytes.
 * @returns text, value and bytes; no text and undefined for an empty body.
 * @throws Failure `upstream-broken` for anything that is cut, too large or not JSON.
 */
export async function readJsonText(
  answer: IncomingMessage,
  maxBytes: number,
  signal: Ending,
  held?: HeldAnswer,
): Promise<JsonAnswer> {
  const body = await readBody(answer, maxBytes, signal, held);
  if (body.length === 0) return { text: '', value: undefined };
  try {
    const decoder = decoderFor(answer.headers['content-type']);
    const text = decoder.decode(body);
    const asItCame = decoder === UTF_8 && body[0] !== BYTE_ORDER_MARK;
    return { text, value: JSON.parse(text) as unknown, bytes: asItCame ? body : undefined };
  } catch {
    throw new Failure('upstream-broken', { note: 'answer is not JSON' });
  }
}

/** As `readJsonText`, for whom the value is all. */
export const readJson = async (answer: IncomingMessage, maxBytes: number, signal: Ending): Promise<unknown> =>
  (await readJsonText(answer, maxBytes, signal)).value;
