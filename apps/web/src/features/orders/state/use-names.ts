import { DEFAULT_REASONS, reasonOperations } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { ordersKeys } from '../api/orders-keys.ts';
import { courierNamesQuery } from '../api/orders-queries.ts';
import { type Names } from '../rules/change-lines.ts';

/** @returns what couriers and reasons of the office are called; a code stands for itself until that is known. */
export function useNames(officeId: string): Names {
  const couriers = useQuery(courierNamesQuery(officeId)).data;
  const reasons = useQuery({
    queryKey: [...ordersKeys.all(officeId), 'reasons'],
    queryFn: ({ signal }): Promise<readonly { code: string; name: string }[]> =>
      call(reasonOperations['reasons.list'], { query: { officeId }, signal, quiet: true, unseen: true }),
    staleTime: 5 * 60_000,
  }).data;
  return {
    courier: (id) => couriers?.find((courier) => courier.id === id)?.name ?? `n.º ${id}`,
    reason: (code) => [...(reasons ?? []), ...DEFAULT_REASONS].find((reason) => reason.code === code)?.name ?? code,
  };
}
