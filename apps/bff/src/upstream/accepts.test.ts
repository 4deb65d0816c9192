import { type Operation } from '@despacho/contracts';
import { OPERATIONS } from '@despacho/contracts/operations';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { accepts, placeOfFault } from './accepts.ts';

const text = z.string();
const SCHEMAS = {
  text,
  number: z.number(),
  boolean: z.boolean(),
  id: z.union([z.string(), z.number()]),
  nothing: z.nullable(text),
  optional: z.optional(text),
  list: z.array(z.nullable(text)),
  record: z.looseObject({ a: text, b: z.optional(z.nullable(z.number())), c: z.optional(z.boolean()) }),
  named: z.object({ a: text, inner: z.optional(z.object({ b: z.number() })) }),
  strict: z.strictObject({ a: z.optional(text) }),
  needed: z.object({ a: z.unknown(), b: z.nullish(text) }),
  counted: z.array(text).check(z.maxLength(2)),
  short: z.string().check(z.maxLength(3)),
  positive: z.number().check(z.positive()),
  whole: z.int(),
  kind: z.enum(['a', 'b']),
  only: z.literal('a'),
  table: z.record(text, z.number()),
  any: z.unknown(),
  tuple: z.tuple([text, z.number()]),
  date: z.iso.datetime(),
};

/** Values that may satisfy a schema, and every other kind of JSON value. */
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 'a', 'b', '', 'abcd', 0, -1, 1.5, 7, Infinity, '2026-11-21T08:00:00Z'),
  fc.string(),
  fc.double(),
);
const { value: near } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'inner', 'x', '__proto__', 'toString'), tie('value'), { maxKeys: 4 }),
  ),
}));

const responses = (Object.entries(OPERATIONS) as [string, Operation][]).flatMap(([id, { response }]) =>
  response === null || 'stream' in response ? [] : [{ id, response }],
);

/** A value that satisfies a contract, or nearly: generated from its JSON schema, with occasional replacements. */
function valueFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as {
    type: string;
    shape?: Record<string, z.core.$ZodType>;
    element?: z.core.$ZodType;
    innerType?: z.core.$ZodType;
    options?: z.core.$ZodType[];
  };
  const { type, shape, element, innerType, options } = definition;
  const own = (): fc.Arbitrary<unknown> => {
    if (shape) {
      const parts = Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, valueFor(inner)]));
      return fc.record(parts, { requiredKeys: Object.keys(parts).filter((_, index) => index % 2 === 0) });
    }
    if (element) return fc.array(valueFor(element), { maxLength: 3 });
    if (options) return fc.oneof(...options.map(valueFor));
    if (innerType) return fc.option(valueFor(innerType), { freq: 4, nil: null });
    if (type === 'number') return fc.integer();
    return type === 'boolean' ? fc.boolean() : fc.string();
  };
  return fc.oneof({ weight: 30, arbitrary: own() }, { weight: 1, arbitrary: near });
}

describe('accepts', () => {
  it.each(Object.entries(SCHEMAS))('G27: agrees with zod on every value: %s', (_name, schema) => {
    fc.assert(
      fc.property(near, (value) => {
        expect(accepts(schema, value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 400 },
    );
  });

  it.each(responses)('G27: agrees with zod on responses of $id, and on their first fault', ({ response }) => {
    // A value that no contract allows. Whether a row rejects such a response is tested over the wire for each kind.
    expect(accepts(response, 'texto')).toBe(false);
    fc.assert(
      fc.property(valueFor(response), (value) => {
        const { success, error } = response.safeParse(value);
        expect(accepts(response, value)).toBe(success);
        if (success) return;
        const place = placeOfFault(response, value);
        expect(error.issues[0]?.path.map(String).slice(0, place.length)).toEqual(place);
      }),
      { numRuns: 60 },
    );
  });

  it('accepts valid values and rejects others', () => {
    expect(accepts(SCHEMAS.record, { a: 'x', b: null, more: [1] })).toBe(true);
    expect(accepts(SCHEMAS.record, { a: 1 })).toBe(false);
    expect(accepts(SCHEMAS.record, {})).toBe(false);
    expect(accepts(SCHEMAS.list, ['x', null])).toBe(true);
    expect(accepts(SCHEMAS.list, { 0: 'x' })).toBe(false);
    expect(accepts(SCHEMAS.number, JSON.parse('1e999'))).toBe(false);
  });
});

describe('placeOfFault', () => {
  it('G27: stops at the first fault, however large the rest', () => {
    const response = z.object({ rows: z.array(z.nullable(z.looseObject({ id: text }))) });
    const looked = vi.fn(() => 'x');
    const behind = {
      get id() {
        return looked();
      },
    };
    expect(placeOfFault(response, { rows: [null, { id: 'x' }, { id: 7 }, behind, behind] })).toEqual([
      'rows',
      '2',
      'id',
    ]);
    expect(looked).not.toHaveBeenCalled();
    expect(response.safeParse({ rows: [{ id: 7 }, behind] }).error?.issues[0]?.path).toEqual(['rows', 0, 'id']);
    expect(looked).toHaveBeenCalled();
  });
});
