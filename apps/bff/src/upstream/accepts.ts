import * as z from 'zod/mini';

const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * Whether parsed JSON satisfies a contract. The value is not copied, and validation stops at the first fault: zod's
 * list of all faults takes a minute and gigabytes for a few megabytes of `[],[],…`.
 */
export function accepts(schema: z.ZodMiniType, value: unknown): boolean {
  let validator = compiled.get(schema);
  if (!validator) {
    validator = z.compile(schema);
    compiled.set(schema, validator);
  }
  return z.validate(validator, value);
}

/** @returns the first invalid part of a list or an object: its name, its contract and its value. */
function faultyPart(schema: z.core.$ZodType, value: object): [string, z.core.$ZodType, unknown] | undefined {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    return faultyPart(schema.def.innerType, value);
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    const { element } = schema.def;
    const index = value.findIndex((row) => !z.validate(element, row));
    return index < 0 ? undefined : [String(index), element, value[index]];
  }
  if (!(schema instanceof z.ZodMiniObject) || Array.isArray(value)) return undefined;
  const parts = value as Record<string, unknown>;
  const field = Object.entries(schema.shape).find(([name, inner]) => !z.validate(inner, parts[name]));
  return field && [...field, parts[field[0]]];
}

/** @returns the path of the first part of a value that breaks its contract, as far as lists and objects lead to it. */
export function placeOfFault(schema: z.core.$ZodType, value: unknown): string[] {
  const part = typeof value === 'object' && value !== null ? faultyPart(schema, value) : undefined;
  if (!part) return [];
  const [name, inner, innerValue] = part;
  return [name, ...placeOfFault(inner, innerValue)];
}
