import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** The parts of a schema definition that contain other schemas. */
interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  catchall?: z.core.$ZodType;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  items?: z.core.$ZodType[];
  rest?: z.core.$ZodType | null;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
}

/** Schema types that contain no other schema. */
const LEAVES = new Set(`string number boolean int bigint null literal enum undefined transform`.split(/\s+/));

/** Schema types that the function below descends into. */
const WALKED = new Set(
  `object array optional nullable default prefault readonly nonoptional union tuple
  pipe intersection`.split(/\s+/),
);

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def;

/** @returns the paths where a schema accepts unknown fields, or has a type this function cannot check. */
function openPlaces(schema: z.core.$ZodType, path: string): string[] {
  const def = definitionOf(schema);
  if (LEAVES.has(def.type)) return [];
  if (!WALKED.has(def.type)) return [`${path} (${def.type})`];
  const open = def.type === 'object' && (!def.catchall || definitionOf(def.catchall).type !== 'never') ? [path] : [];
  const inside: [string, z.core.$ZodType | null | undefined][] = [
    ...Object.entries(def.shape ?? {}).map(([name, field]) => [`${path}.${name}`, field] as [string, z.core.$ZodType]),
    ...[...(def.options ?? []), ...(def.items ?? [])].map((one) => [path, one] as [string, z.core.$ZodType]),
    [`${path}[]`, def.element],
    [path, def.innerType],
    [path, def.rest],
    [path, def.in],
    [path, def.out],
    [path, def.left],
    [path, def.right],
  ];
  return [...open, ...inside.flatMap(([where, one]) => (one ? openPlaces(one, where) : []))];
}

const requestsOf = (operation: Operation): [string, z.core.$ZodType][] =>
  (['params', 'query', 'body'] as const).flatMap((part) => (operation[part] ? [[part, operation[part]]] : []));

describe('unknown fields of requests', () => {
  it.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])(
    'G16: %s rejects unknown fields at every depth',
    (id) => {
      expect(requestsOf(OPERATIONS[id]).flatMap(([part, schema]) => openPlaces(schema, part))).toEqual([]);
    },
  );

  it('are found in an object below a strict one, an array, a union and an optional', () => {
    const open = z.object({ a: z.string() });
    const schema = z.strictObject({
      list: z.array(z.optional(open)),
      either: z.union([z.strictObject({}), z.looseObject({})]),
      map: z.record(z.string(), z.string()),
      fine: z.strictObject({ b: z.nullable(z.array(z.strictObject({ c: z.number() }))) }),
    });
    expect(openPlaces(schema, 'body')).toEqual(['body.list[]', 'body.either', 'body.map (record)']);
  });

  it('G16: are rejected in a permission of a save, and kept in a response', () => {
    const { body, response } = OPERATIONS['permissions.update'];
    expect(body.safeParse({ permissionsList: [{ module: 'D01' }] }).success).toBe(true);
    expect(body.safeParse({ permissionsList: [{ module: 'D01', granted: true }] }).success).toBe(false);
    expect(response.safeParse({ permissionsList: [{ module: 'D01', granted: true }] }).success).toBe(true);
  });
});
