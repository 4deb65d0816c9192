import { createPlaceJudge, MAX_PLACE_KM, type PlaceJudge } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDistricts } from './districts.ts';
import { districtsQuery } from './districts-query.ts';

/**
 * @param enabled whether the office's area is read; false for people who may not see orders.
 * @returns the judge of an office's places, which decides as the service does.
 */
export function usePlaceJudge(officeId: string, enabled = true): PlaceJudge {
  const districts = useDistricts();
  const { near = null, maxKm = MAX_PLACE_KM } = useQuery({ ...districtsQuery(officeId), enabled }).data ?? {};
  return useMemo(() => createPlaceJudge(districts, near, maxKm), [districts, near, maxKm]);
}
