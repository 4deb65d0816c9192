import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH } from '../../policy.ts';
import { officeId } from '../../subjects/shared.ts';
import { latitude, longitude } from './fields.ts';

const districtRow = z.object({
  /** The last two digits of its code. */
  code: z.string(),
  name: z.string(),
  lat: latitude,
  lng: longitude,
  /** Kilometres from this centre within which the district lies; absent unless it is only the province's centre. */
  within: z.optional(z.int()),
});

const provinceRow = z.object({
  /** The first four digits of the codes of its districts. */
  code: z.string(),
  name: z.string(),
  department: z.string(),
  districts: z.array(districtRow),
});

export type ProvinceRow = z.infer<typeof provinceRow>;

export const districtOperations = {
  'districts.list': operation('GET', '/api/districts', {
    summary: 'Distritos del país con su centro, según el UBIGEO del INEI',
    policy: DISPATCH,
    query: z.strictObject({
      officeId,
      /** The version that the client has. */
      version: z.optional(z.string().check(z.regex(/^[0-9a-f]{12}$/))),
    }),
    response: z.object({
      version: z.string(),
      /** Code of the province where the office works, if it has couriers or orders. */
      near: z.nullable(z.string()),
      /** Distance (km) from its district and that province above which a place is rejected; 80 if absent. */
      maxKm: z.optional(z.int()),
      /** Null if the client has this version. */
      provinces: z.nullable(z.array(provinceRow)),
    }),
  }),
};

export interface District {
  /** INEI's code; RENIEC's differs. */
  ubigeo: string;
  name: string;
  province: string;
  department: string;
  /** The centre, where an order without its own coordinates is shown, marked «ubicación aproximada». */
  lat: number;
  lng: number;
  /** Distance (km) from the centre within which the district lies; absent if the centre is that of its town. */
  within?: number | undefined;
}

/** @returns all districts, by code. */
export const districtsOf = (provinces: readonly ProvinceRow[]): District[] =>
  provinces.flatMap(({ code, name: province, department, districts }) =>
    districts.map(({ code: last, ...district }) => ({ ubigeo: code + last, province, department, ...district })),
  );

/** @returns the code of a district's province. */
export const provinceOf = (ubigeo: string): string => ubigeo.slice(0, 4);

/** @returns where a district is, without repeating the province: «Lima», «San Miguel, Cajamarca». */
export const areaOf = ({ province, department }: Pick<District, 'province' | 'department'>): string =>
  province === department ? province : `${province}, ${department}`;
