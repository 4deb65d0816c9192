import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listFaults } from './list-faults.ts';

const issuesOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

const NAME = z.strictObject({ name: z.string(), inner: z.optional(z.strictObject({})) });

describe('listFaults', () => {
  it('lists each unknown key by its path', () => {
    expect(listFaults('body', issuesOf(NAME, { name: 'a', inner: { b: 1 }, c: 1 }))).toEqual({
      errors: [
        { field: 'body.inner.b', message: 'Campo desconocido' },
        { field: 'body.c', message: 'Campo desconocido' },
      ],
    });
  });

  it('counts the faults that it does not list', () => {
    const keys = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 1]));
    const { errors, moreErrors } = listFaults('query', issuesOf(NAME, keys));
    expect(errors.map(({ field }) => field)).toEqual([
      'query.name',
      ...[0, 1, 2, 3, 4, 5, 6].map((n) => `query.k${n}`),
    ]);
    expect(moreErrors).toBe(13);
  });

  it('G40: stays small whatever the keys are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 5000 }), fc.constant(1), { minKeys: 1 }), (value) => {
        const faults = listFaults('body', issuesOf(z.strictObject({}), value));
        expect(faults.errors.length + (faults.moreErrors ?? 0)).toBe(Object.keys(value).length);
        expect(JSON.stringify(faults).length).toBeLessThan(10_000);
      }),
    );
  });
});
