import { type Courier, type CourierInput } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntentKey } from '../../../shared/http/use-intent-key.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { couriersKey } from '../api/couriers-query.ts';
import { createCourier, editCourier, retireCourier } from '../api/save-courier.ts';

export type CourierChange =
  | { do: 'create'; input: CourierInput }
  | { do: 'edit'; courier: Courier; changes: Partial<CourierInput> & { state?: 'activo' | 'ausente' } }
  | { do: 'retire'; courier: Courier };

const WORDS = { create: 'creado', edit: 'guardado', retire: 'retirado' } as const;

function send(officeId: string, change: CourierChange, keyOf: (input: CourierInput) => string): Promise<Courier> {
  switch (change.do) {
    case 'create':
      return createCourier(officeId, change.input, keyOf(change.input));
    case 'edit':
      return editCourier(officeId, change.courier, change.changes);
    case 'retire':
      return retireCourier(officeId, change.courier);
  }
}

/** Mutation that saves a courier and updates the cached list. */
export function useSaveCourier(officeId: string) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: (change: CourierChange) => send(officeId, change, keyOf),
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
