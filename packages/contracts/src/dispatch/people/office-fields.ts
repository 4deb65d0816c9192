import * as z from 'zod/mini';
import { nameText } from '../../subjects/names.ts';

/** Offices of a company, closed ones included. A person with charge S has all of them in one stream of events. */
export const MAX_OFFICES = 100;

/** @returns whether dates can be shown in this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('es-PE', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The name and place of an office. The id is chosen once: people enter it when they sign in. */
export const officeFields = {
  name: nameText(80, 'Escriba el nombre de la oficina'),
  /** IANA name, as America/Lima. */
  timeZone: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9_+/-]{1,64}$/, 'Escriba una zona horaria, como America/Lima'),
      z.refine(isTimeZone, 'No existe esa zona horaria; por ejemplo: America/Lima'),
    ),
  /** Code of the province that decides between districts of equal names; null to derive it. */
  province: z.nullable(z.string().check(z.regex(/^\d{4}$/, 'Elija una provincia'))),
};
