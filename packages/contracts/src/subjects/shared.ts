import * as z from 'zod/mini';

/** Ids of legacy hosts: numbers or short codes. No slash, dot run or control character can hide in one. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/));

/** The same id as legacy hosts write it, which may be a whole number; beyond 2^53 it would be another one here. */
export const looseId = z.union([z.string().check(z.minLength(1)), z.int()]);

export const permission = z.object({ module: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,16}$/)) });

export type Permission = z.infer<typeof permission>;
