import { districtOperations } from '@despacho/contracts/dispatch';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { districtsVersion, setDistricts } from './districts.ts';

/** Loads the districts unless this browser has them. @returns the code of the office's province, or null. */
export const districtsQuery = (officeId: string) =>
  queryOptions({
    queryKey: ['districts', officeId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { version, near, provinces } = await call(districtOperations['districts.list'], {
        query: { officeId, version: districtsVersion() },
        signal,
      });
      if (provinces) setDistricts({ version, provinces });
      return near;
    },
    staleTime: Infinity,
  });

/** @returns the code of the office's province; null while it is unknown. */
export const useNearProvince = (officeId: string): string | null => useQuery(districtsQuery(officeId)).data ?? null;
