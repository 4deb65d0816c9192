import type * as z from 'zod';
import { Refusal, notFound } from '../refusal.ts';

/**
 * @param part where the input comes from. Fields of a body are named by their path alone, as verbs name them.
 * @returns the checked input.
 * @throws Refusal invalid, which names the first wrong field and no value: some are passwords.
 */
export function readInput<S extends z.core.$ZodType>(
  schema: S,
  input: unknown,
  part: 'body' | 'query' = 'body',
): z.core.output<S> {
  const result = (schema as unknown as z.ZodType<z.core.output<S>>).safeParse(input);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.map(String) ?? [];
  const field = [...(part === 'body' && path.length > 0 ? [] : [part]), ...path].join('.');
  throw new Refusal('invalid', 'La solicitud no es válida', undefined, field);
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** @returns an id from a path. @throws Refusal not-found for what cannot be one: nothing has that name. */
export function readId(text: string): string {
  if (!ID.test(text)) throw notFound();
  return text;
}
