import type * as z from 'zod';
import { Refusal } from '../refusal.ts';

/** @returns the checked input. @throws Refusal invalid, which names no value: some are passwords. */
export function readInput<S extends z.core.$ZodType>(schema: S, input: unknown): z.core.output<S> {
  const result = (schema as unknown as z.ZodType<z.core.output<S>>).safeParse(input);
  if (!result.success) throw new Refusal('invalid', 'La solicitud no es válida');
  return result.data;
}
