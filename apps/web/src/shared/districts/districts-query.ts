import { districtOperations, MAX_PLACE_KM } from '@despacho/contracts/dispatch';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { districtsVersion, setDistricts } from './districts.ts';

/** An office's area. */
interface OfficeArea {
  /** Code of its province, or null. */
  near: string | null;
  /** Distance (km) above which a place is rejected. */
  maxKm: number;
}

/** Loads the districts unless this browser has them, and the office's area. */
export const districtsQuery = (officeId: string) =>
  queryOptions({
    queryKey: ['districts', officeId],
    queryFn: async ({ signal }): Promise<OfficeArea> => {
      const {
        version,
        near,
        maxKm = MAX_PLACE_KM,
        provinces,
      } = await call(districtOperations['districts.list'], {
        query: { officeId, version: districtsVersion() },
        signal,
      });
      if (provinces) setDistricts({ version, provinces });
      return { near, maxKm };
    },
    staleTime: Infinity,
  });

/** @returns the code of the office's province; null while it is unknown. */
export const useNearProvince = (officeId: string): string | null =>
  useQuery(districtsQuery(officeId)).data?.near ?? null;
