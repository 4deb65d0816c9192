import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageCursor, type PagePlace, readPageCursor, writePageCursor } from './page-cursor.ts';

const written = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the cursor of a page', () => {
  it.each<PagePlace>([
    ['-codigo', 17, 17],
    ['vence', '2026-11-20T23:00:00.000Z', 3],
    ['-destinatario', 'Ñandú 🛵 & «Ñato»', 999_999_999_999_999],
    ['cliente', '東'.repeat(160), 1],
  ])('survives a round trip: %j', (...place) => {
    const cursor = writePageCursor(place);
    expect(pageCursor.safeParse(cursor).success).toBe(true);
    expect(readPageCursor(cursor)).toEqual(place);
  });

  it.each([
    ['no JSON', Buffer.from('hola').toString('base64url')],
    ['no UTF-8', Buffer.from('["cliente","\xff",1]', 'latin1').toString('base64url')],
    ['another shape', written(['codigo', 1])],
    ['another sorting', written(['precio', 1, 1])],
    ['a code that is not the id', written(['codigo', 1, 2])],
    ['a value of another type', written(['vence', 1, 1])],
    ['an instant out of range', written(['vence', '9999-12-31T00:00:00.000Z', 1])],
    ['an instant in words', written(['vence', 'Nov 20 2026', 1])],
    ['text that cannot be stored', written(['cliente', 'a\0', 1])],
    ['half of a pair', written(['cliente', 'a\ud800', 1])],
    ['an id out of range', written(['cliente', 'a', 1e15])],
    ['no whole id', written(['cliente', 'a', 1.5])],
  ])('rejects %s', (_, cursor) => {
    expect(pageCursor.safeParse(cursor).success).toBe(false);
  });

  it('never throws for a string it did not write', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(typeof pageCursor.safeParse(text).success).toBe('boolean');
      }),
    );
  });
});
