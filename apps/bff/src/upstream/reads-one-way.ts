import { countQuotes } from './count-quotes.ts';
import { type JsonAnswer } from './read-json.ts';
import { type Survey } from './survey.ts';

/**
 * Whether JSON says what was read from it and nothing else, so that it may be sent on as it came. Of a name that stands
 * twice in an object `JSON.parse` keeps the last, and another reader the first, which nobody has looked at; but a text that
 * is not kept leaves its quotation marks behind. Without a backslash, those are two for each name and each text.
 * @param survey of all that was read. It must have found nothing to drop.
 */
export function readsOneWay({ text, bytes }: JsonAnswer, { drops, texts, longNumbers }: Survey): boolean {
  if (!bytes || drops || text.includes('\\')) return false;
  // 1e999 is read as infinity here, as something else elsewhere.
  return longNumbers.every(Number.isFinite) && countQuotes(bytes) === 2 * texts;
}
