import { hash } from 'node:crypto';
import { districtsOf, indexDistricts, type ProvinceRow } from '@despacho/contracts/dispatch';
import data from './districts.json' with { type: 'json' };

/** The districts by province, as they are sent. Written by `scripts/districts/make.ts`. */
export const PROVINCES: readonly ProvinceRow[] = data;

/** Changes with the data, so that a client can keep its copy. */
export const DISTRICTS_VERSION = hash('sha256', JSON.stringify(data)).slice(0, 12);

/** All districts of the country. */
export const DISTRICTS = indexDistricts(districtsOf(PROVINCES));
