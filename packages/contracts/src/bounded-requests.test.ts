import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { OPERATIONS } from './operations.ts';
import { type Operation } from './operation.ts';

/** @returns the paths of arrays in a JSON schema that may hold any number of items. */
function unboundedArrays(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const here = 'type' in schema && schema.type === 'array' && !('maxItems' in schema) ? [path] : [];
  return [...here, ...Object.entries(schema).flatMap(([name, inner]) => unboundedArrays(inner, `${path}.${name}`))];
}

const unboundedIn = (schema: z.ZodMiniType) =>
  unboundedArrays(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), 'body');

describe('arrays in request bodies', () => {
  it.each(Object.entries(OPERATIONS) as [string, Operation][])(
    'G40: %s states its maximum number of items',
    (_id, { body }) => {
      expect(body ? unboundedIn(body) : []).toEqual([]);
    },
  );

  it('G40: are rejected by their length before any item is validated', () => {
    const list = z.array(z.strictObject({ id: z.string() })).check(z.maxLength(1000));
    const issues = z.strictObject({ list }).safeParse({ list: Array(100_000).fill(0) }).error?.issues;
    expect(issues?.map(({ code }) => code)).toEqual(['too_big']);
  });

  it('are found at any depth when they have no bound', () => {
    const open = z.array(z.string());
    const body = z.strictObject({ a: z.optional(z.strictObject({ b: open })), c: z.array(open).check(z.maxLength(2)) });
    expect(unboundedIn(body)).toHaveLength(2);
  });
});
