import { type districtOperations } from '@despacho/contracts/dispatch';
import type * as z from 'zod/mini';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { type PlatformServices } from '../services.ts';
import { DISTRICTS_VERSION, PROVINCES } from './districts.ts';
import { officeProvince } from './office-province.ts';

/** @returns the districts, unless the client has this version of them; and the office's province. */
export async function listDistricts(
  { db, config }: Pick<PlatformServices, 'db' | 'config'>,
  dispatcher: Dispatcher,
  known: string | undefined,
): Promise<z.output<(typeof districtOperations)['districts.list']['response']>> {
  return {
    version: DISTRICTS_VERSION,
    near: (await officeProvince(db, dispatcher)) ?? null,
    maxKm: config.placeMaxKm,
    provinces: known === DISTRICTS_VERSION ? null : [...PROVINCES],
  };
}
