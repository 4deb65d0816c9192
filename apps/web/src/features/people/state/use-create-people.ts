import { type CreatedPerson, type NewPerson, peopleOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { peopleKey } from '../api/people-query.ts';

/** Creates people. The same list sent again, after a lost response, returns the same passwords. */
export function useCreatePeople(officeId: string) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: async (people: readonly NewPerson[]): Promise<readonly CreatedPerson[]> => {
      const body = { people: [...people] };
      const query = { officeId };
      return (await call(peopleOperations['people.create'], { query, body, idempotencyKey: keyOf(body) })).people;
    },
    onSuccess: (created) => announce(created.length === 1 ? 'Persona creada' : `${created.length} personas creadas`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: peopleKey(officeId) }),
        client.invalidateQueries({ queryKey: ['users', officeId] }),
      ]),
  });
}
