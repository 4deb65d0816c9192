import type * as z from 'zod/mini';

type Check = (value: unknown) => boolean;

/** What zod tells of a schema, as far as it is read here. */
interface Definition {
  type: string;
  checks?: readonly unknown[];
  format?: string;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  catchall?: z.core.$ZodType;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
}

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def;

/** Zod itself, for what is not known here. It makes nothing, so it may be asked of any schema. */
const byZod =
  (schema: z.core.$ZodType): Check =>
  (value) => {
    const result = schema._zod.run({ value, issues: [] }, { async: false });
    return !(result instanceof Promise) && result.issues.length === 0;
  };

/** Fields beyond the named ones are let through by every object that does not say what they must be. */
function objectCheck({ shape = {}, catchall }: Definition): Check | undefined {
  if (catchall && definitionOf(catchall).type !== 'unknown') return undefined;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    check: checkOf(schema),
    mayLack: schema._zod.optin === 'optional',
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const { name, check, mayLack } of fields) {
      const inner = (value as Record<string, unknown>)[name];
      // Nothing in JSON is undefined, so most fields need not be looked for as well.
      if (!check(inner) || (inner === undefined && !mayLack && !(name in value))) return false;
    }
    return true;
  };
}

function innerCheck({ type, innerType }: Definition): Check | undefined {
  if (!innerType) return undefined;
  const inner = checkOf(innerType);
  const nothing = type === 'optional' ? undefined : null;
  return (value) => value === nothing || inner(value);
}

function knownCheck(definition: Definition): Check | undefined {
  const { type, checks, format, element, options } = definition;
  if ((checks?.length ?? 0) > 0 || format !== undefined) return undefined;
  if (type === 'string' || type === 'boolean') return (value) => typeof value === type;
  if (type === 'number') return (value) => Number.isFinite(value);
  if (type === 'optional' || type === 'nullable') return innerCheck(definition);
  if (type === 'object') return objectCheck(definition);
  if (type === 'array' && element) {
    const each = checkOf(element);
    return (value) => Array.isArray(value) && value.every(each);
  }
  if (type === 'union' && options) {
    const any = options.map(checkOf);
    return (value) => any.some((check) => check(value));
  }
  return undefined;
}

const checkOf = (schema: z.core.$ZodType): Check => knownCheck(definitionOf(schema)) ?? byZod(schema);

const checks = new WeakMap<z.core.$ZodType, Check>();

/**
 * Whether a value of parsed JSON satisfies a contract: what zod would say, without the copy that zod makes of everything it
 * looks at. Schemas that make something else of a value are asked as zod asks them.
 */
export function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  let check = checks.get(schema);
  if (!check) {
    check = checkOf(schema);
    checks.set(schema, check);
  }
  return check(value);
}

/** @returns the first part of a value that does not satisfy what its contract says of that part, and what that is. */
function faultyPart(
  schema: z.core.$ZodType,
  value: unknown,
): readonly [name: string, inner: z.core.$ZodType] | undefined {
  const { shape, element, innerType, valueType } = definitionOf(schema);
  if (typeof value !== 'object' || value === null) return undefined;
  if (innerType) return faultyPart(innerType, value);
  if (Array.isArray(value)) {
    const index = element ? value.findIndex((part) => !accepts(element, part)) : -1;
    return element && index >= 0 ? [String(index), element] : undefined;
  }
  const parts = value as Record<string, unknown>;
  if (shape) return Object.entries(shape).find(([name, inner]) => !accepts(inner, parts[name]));
  if (!valueType) return undefined;
  const name = Object.keys(parts).find((one) => !accepts(valueType, parts[one]));
  return name === undefined ? undefined : [name, valueType];
}

/**
 * Where a value that does not satisfy a contract breaks it first. Zod would make a list of all such places: of a few megabytes
 * of `[],` that takes a minute and two gigabytes, in which the gateway does nothing else.
 */
export function placeOfFault(schema: z.core.$ZodType, value: unknown): string[] {
  const [name, inner] = faultyPart(schema, value) ?? [];
  return name === undefined || !inner ? [] : [name, ...placeOfFault(inner, (value as Record<string, unknown>)[name])];
}
