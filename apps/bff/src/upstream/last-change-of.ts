import { type LastChange } from '@despacho/contracts';
import * as z from 'zod/mini';

/** What people are called: a line, and no longer than one. */
const name = z.string().check(z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u));

const conflict = z.object({
  changed: z.object({
    at: z.iso.datetime(),
    by: z.object({ username: name, user: name }),
    what: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
  }),
});

/** @returns who was quicker, where an upstream's answer to a conflict says so in just this form; nothing else of it. */
export function lastChangeOf(body: unknown): LastChange | undefined {
  const { success, data } = conflict.safeParse(body);
  return success ? data.changed : undefined;
}
