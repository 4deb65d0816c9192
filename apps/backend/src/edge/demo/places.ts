import { type District } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';

const districts = (province: string, codes: string): readonly District[] =>
  codes.split(' ').flatMap((code) => DISTRICTS.of(`${province}${code}`) ?? []);

/** The districts with orders. A courier serves neighbours in this order. */
export const LIMA = districts('1501', '01 03 04 05 08 10 13 14 15 16 17 22 25 30 31 32 35 36 40 41 42');
export const AREQUIPA = districts('0401', '01 03 04 09 10 12 26 29');
export const TRUJILLO = districts('1301', '01 02 03 05 07 11');

/** Area codes for the few clients with a land line. */
export const AREA_CODES = { LIMA: '1', AREQUIPA: '54', TRUJILLO: '44' } as const;
