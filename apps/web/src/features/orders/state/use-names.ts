import { DEFAULT_REASONS } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { courierNamesQuery } from '#features/couriers/api/couriers-query.ts';
import { reasonsQuery } from '../api/reasons-query.ts';
import { type Names } from '../rules/change-lines.ts';

/** @returns names of the office's couriers and reasons; a code is used until they are loaded. */
export function useNames(officeId: string): Names {
  const couriers = useQuery(courierNamesQuery(officeId)).data;
  const reasons = useQuery(reasonsQuery(officeId)).data;
  return {
    courier: (id) => couriers?.find((courier) => courier.id === id)?.name ?? `n.º ${id}`,
    reason: (code) => [...(reasons ?? []), ...DEFAULT_REASONS].find((reason) => reason.code === code)?.name ?? code,
  };
}
