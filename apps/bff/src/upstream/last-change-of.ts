import { type LastChange } from '@despacho/contracts';
import * as z from 'zod/mini';

/** A person's name: one short line. */
const name = z.string().check(z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u));

const conflict = z.object({
  changed: z.object({
    at: z.iso.datetime(),
    by: z.object({ username: name, user: name }),
    what: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  }),
});

/**
 * @returns who made the other change, if an upstream's conflict contains it in exactly this form; nothing else of it.
 */
export function lastChangeOf(body: unknown): LastChange | undefined {
  const { success, data } = conflict.safeParse(body);
  return success ? data.changed : undefined;
}
