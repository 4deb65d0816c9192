import { type Courier, type CourierInput, courierOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { announce } from '#shared/hooks/announce.ts';
import { couriersKey } from '../api/couriers-query.ts';

type CourierChange =
  | { do: 'create'; input: CourierInput }
  | { do: 'edit'; courier: Courier; changes: Partial<CourierInput> & { state?: 'activo' | 'ausente' } }
  | { do: 'retire'; courier: Courier; handTo?: string; withCash?: boolean };

const WORDS = { create: 'creado', edit: 'guardado', retire: 'retirado' } as const;

/**
 * Mutation that saves a courier and updates the cached list. It fails with a conflict if the courier has changed, or has
 * orders to deliver when it is retired.
 */
export function useSaveCourier(officeId: string) {
  const client = useQueryClient();
  // The same for each retry, so that a lost response does not create the courier twice.
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: (change: CourierChange) => {
      const query = { officeId };
      if (change.do === 'create') {
        const { input } = change;
        return call(courierOperations['couriers.create'], { query, body: input, idempotencyKey: keyOf(input) });
      }
      const { id, version } = change.courier;
      if (change.do === 'retire')
        return call(courierOperations['couriers.retire'], {
          params: { id },
          query,
          body: {
            version,
            ...(change.handTo !== undefined && { handTo: change.handTo }),
            ...(change.withCash && { withCash: true }),
          },
        });
      const body = { version, changes: change.changes };
      return call(courierOperations['couriers.edit'], { params: { id }, query, body });
    },
    onSuccess: (saved, change) => {
      announce(`${saved.name}: ${WORDS[change.do]}`);
      client.setQueryData<readonly Courier[]>(
        couriersKey(officeId),
        (known) => known && [...known.filter(({ id }) => id !== saved.id), saved],
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: couriersKey(officeId) }),
  });
}
