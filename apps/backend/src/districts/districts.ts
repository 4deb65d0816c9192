import { createHash } from 'node:crypto';
import { districtsOf, indexDistricts, type ProvinceRow } from '@despacho/contracts/dispatch';
import { DISTRICT_DATA } from './district-data.ts';

/** The districts by province, as they are sent. */
export const PROVINCES: readonly ProvinceRow[] = DISTRICT_DATA.trim()
  .split('\n')
  .map((line) => line.split('|'))
  .reduce<ProvinceRow[]>((provinces, [code = '', name = '', ...more]) => {
    if (code.length === 4) provinces.push({ code, department: name, name: more[0] ?? '', districts: [] });
    else provinces.at(-1)?.districts.push({ code, name, lat: Number(more[0]), lng: Number(more[1]) });
    return provinces;
  }, []);

/** Changes with the data, so that a client can keep its copy. */
export const DISTRICTS_VERSION = createHash('sha256').update(DISTRICT_DATA).digest('hex').slice(0, 12);

/** All districts of the country. */
export const DISTRICTS = indexDistricts(districtsOf(PROVINCES));
