import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readsOneWay } from './reads-one-way.ts';
import { surveyOf } from './survey.ts';

const verdictOf = (text: string): boolean => {
  const value: unknown = JSON.parse(text);
  return readsOneWay({ text, value, bytes: Buffer.from(text) }, surveyOf(value));
};

const ODD_TEXT = '"Ñ,:{}[]"';

/** Objects written by hand, names as often as they come, with blanks anywhere. */
const { tree: json } = fc.letrec<{ tree: string; object: string; array: string; leaf: string }>((tie) => ({
  leaf: fc.constantFrom('1', '-0', '1.5e3', 'null', 'true', '""', '"x"', ODD_TEXT, '"\u2028"', '" "', '12345678901'),
  array: fc.array(tie('tree'), { maxLength: 3 }).map((inner) => `[ ${inner.join(' ,')}\n]`),
  object: fc
    .array(fc.tuple(fc.constantFrom('a', 'b', '', 'Ñ', 'constructor', '0'), tie('tree')), { maxLength: 4 })
    .map((fields) => `{${fields.map(([name, inner]) => `\t"${name}" : ${inner}`).join(',')}}`),
  tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('array'), tie('object')),
}));

/** Whether some object has a name twice, found by reading every name as another one. */
function repeats(text: string): boolean {
  let serial = 0;
  const apart = JSON.stringify(JSON.parse(text.replace(/"[^"]*"(?=\s*:)/g, () => `"${(serial += 1)}"`)));
  const names = (value: string) => value.match(/"[^"]*":/g)?.length ?? 0;
  return names(apart) !== names(JSON.stringify(JSON.parse(text)));
}

describe('readsOneWay', () => {
  it('G11: says so of exactly the JSON that has no name twice', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(json, (text) => {
        const twice = repeats(text.replaceAll(ODD_TEXT, '""'));
        seen.add(twice);
        expect(verdictOf(text)).toBe(!twice);
      }),
      { numRuns: 3000 },
    );
    expect(seen).toEqual(new Set([true, false]));
  });

  it.each([
    ['a name twice', '{"a":"x","a":"y"}'],
    ['a name twice, of which one holds more than the other', '{"a":{"b":"x"},"a":["y","z","w"]}'],
    ['a name twice, deep within', '[{"a":[{"b":1,"c":{},"b":2}]}]'],
    ['one name in two spellings', String.raw`{"a":1,"\u0061":2}`],
    ['signs in digits', String.raw`{"a":"\ud800"}`],
    ['a quote within a text', String.raw`{"a":"\"","b":1,"b":2}`],
    ['a number that is none', '{"a":1e999}'],
    ['a field that is to be dropped', '{"a":1,"clave":2}'],
    ['a prototype', '{"a":1,"__proto__":{"b":1}}'],
  ])('G11: does not say so of %s', (_what, text) => {
    expect(verdictOf(text)).toBe(false);
  });

  it('does not say so where the bytes are not at hand', () => {
    expect(readsOneWay({ text: '{}', value: {} }, surveyOf({}))).toBe(false);
    expect(readsOneWay({ text: '{}', value: {}, bytes: Buffer.from('{}') }, surveyOf({}))).toBe(true);
  });
});
