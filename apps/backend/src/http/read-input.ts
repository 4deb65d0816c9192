import type * as z from 'zod';
import { Refusal, notFound } from '../refusal.ts';

/** @returns the checked input. @throws Refusal invalid, which names no value: some are passwords. */
export function readInput<S extends z.core.$ZodType>(schema: S, input: unknown): z.core.output<S> {
  const result = (schema as unknown as z.ZodType<z.core.output<S>>).safeParse(input);
  if (!result.success) throw new Refusal('invalid', 'La solicitud no es válida');
  return result.data;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** @returns an id from a path. @throws Refusal not-found for what cannot be one: nothing has that name. */
export function readId(text: string): string {
  if (!ID.test(text)) throw notFound();
  return text;
}
