import * as z from 'zod/mini';
import { phoneText } from '../../normal-form/phone-key.ts';
import { id, officeId } from '../../subjects/shared.ts';
import { foldedText } from '../../text.ts';
import { MAX_ORDERS, MAX_WHY } from './words.ts';

/** Ids assigned by this service: numbers as text, so that a path can also contain words in their place. */
export const rowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

/** A telephone number as people write it, without invisible characters. */
export const phone = z.string().check(z.overwrite<string>(phoneText), z.regex(/^\+?[\d ()-]{6,24}$/));

/** A day of the office's calendar, limited to years that every database and spreadsheet supports. */
export const day = z.iso
  .date()
  .check(z.refine((date) => date >= '1900-01-01' && date <= '2100-12-31', 'Escriba una fecha entre 1900 y 2100'));

/** A time of day in the office's zone, to the minute. */
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** A minute of the office's calendar, in its zone: `2026-11-25T14:05`. */
export const moment = z
  .string()
  .check(
    z.refine(
      (text) =>
        text[10] === 'T' && day.safeParse(text.slice(0, 10)).success && clockTime.safeParse(text.slice(11)).success,
      'Escriba un momento como 2026-11-25T14:05',
    ),
  );

/** From one time of the day to a later one. */
export const timeWindow = z
  .strictObject({ from: clockTime, to: clockTime })
  .check(z.refine(({ from, to }) => from < to, 'El fin debe ser posterior al inicio'));

/** Amounts in céntimos of a sol: floating-point sums of soles would be inexact. */
export const centimos = z.int().check(z.minimum(0), z.maximum(100_000_000));

/** Weight in grams, for the same reason. Up to 20 t. */
export const grams = z.int().check(z.minimum(0), z.maximum(20_000_000));

export const ubigeo = z.string().check(z.regex(/^\d{6}$/));

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** A code from the office's catalogue of reasons. */
export const reasonCode = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/));

/** Why a person does something exceptional, in the person's words. */
export const whyText = foldedText(MAX_WHY);

/** The version of a row, incremented by each write; a 32-bit column. */
export const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** The secret of a link, from the fragment of its address: 256 random bits in base64url. */
export const linkSecret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** @returns the check that all items of a list differ. @param keyOf what tells them apart. */
// @__NO_SIDE_EFFECTS__
export const allDiffer = <Item>(message: string, keyOf: (item: Item) => unknown = (item) => item) =>
  z.refine<readonly Item[]>((all) => new Set(all.map(keyOf)).size === all.length, message);

/** A number for each code. */
// @__NO_SIDE_EFFECTS__
export const countsBy = <Code extends string>(codes: readonly Code[]) =>
  z.object(Object.fromEntries(codes.map((code) => [code, z.int()])) as unknown as Record<Code, z.ZodMiniInt>);

/** The orders of a request. Naming one twice is the caller's mistake. */
export const distinctOrders = <Each extends z.ZodMiniType<{ id: string }, { id: string }>>(each: Each) =>
  z.array(each).check(
    z.minLength(1),
    z.maxLength(MAX_ORDERS),
    allDiffer<{ id: string }>('Hay órdenes repetidas', ({ id }) => id),
  );

/** Every request of the dispatch domain names its office. */
export const inOffice = z.strictObject({ officeId });

export const byId = z.strictObject({ id: rowId });

/** The parts of a request about one row of an office. */
export const rowInOffice = { params: byId, query: inOffice } as const;

/** The same for a person or client, whose ids a foreign host may assign. */
export const recordInOffice = { params: z.strictObject({ id }), query: inOffice } as const;

export const actor = z.object({ username: z.string(), user: z.string() });

export type Actor = z.infer<typeof actor>;

/** The author of changes that no person makes. */
export const SYSTEM_ACTOR: Actor = { username: 'sistema', user: 'El sistema' };

/** The schema of a live event that somebody caused in an office. */
// @__NO_SIDE_EFFECTS__
export const officeEvent = <const Type extends string, Facts extends z.core.$ZodShape>(type: Type, facts: Facts) =>
  z.object({ type: z.literal(type), at: z.iso.datetime(), officeId: z.string(), actor, ...facts });
