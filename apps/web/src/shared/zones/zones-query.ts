import { type Courier, type Zone, zoneOperations } from '@despacho/contracts/dispatch';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { reading } from '../queries/reading.ts';
import { setDrawnZones } from './drawn-zones.ts';

export const zonesKey = (officeId: string) => ['zones', officeId] as const;

/** The zones that an office has drawn, by name. */
export const zonesQuery = (officeId: string) =>
  queryOptions({
    queryKey: zonesKey(officeId),
    queryFn: async (context): Promise<readonly Zone[]> => {
      const zones = await call(zoneOperations['zones.list'], { query: { officeId }, ...reading(context) });
      setDrawnZones(officeId, zones);
      return zones;
    },
    staleTime: 5 * 60_000,
  });

/**
 * Loads the zones if a courier serves any, for `zonesAt` and `drawnZone`, and renders again once they are loaded. An office
 * that draws none makes no request.
 */
export const useZonesServed = (officeId: string, couriers: readonly Pick<Courier, 'zoneIds'>[]) =>
  useQuery({ ...zonesQuery(officeId), enabled: couriers.some(({ zoneIds }) => zoneIds.length > 0) }).data;
