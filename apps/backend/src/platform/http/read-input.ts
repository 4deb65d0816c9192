import { id } from '@despacho/contracts';
import type * as z from 'zod';
import { invalid, notFound } from '../refusal.ts';

/**
 * @param part of the request. A field of the body is reported by its path, without the name of the part.
 * @returns the validated input.
 * @throws Refusal invalid with the first wrong field, without its value: some are passwords.
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
  throw invalid('La solicitud no es válida', field);
}

/** @returns an id from a path. @throws Refusal not-found for anything that cannot be an id. */
export function readId(text: string, form = id): string {
  if (!form.safeParse(text).success) throw notFound();
  return text;
}
