import { type CreatedPeople, type NewPerson, peopleOperations } from '@despacho/contracts/dispatch';
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
    mutationFn: (people: readonly NewPerson[]): Promise<CreatedPeople> => {
      const body = { people: [...people] };
      return call(peopleOperations['people.create'], { query: { officeId }, body, idempotencyKey: keyOf(body) });
    },
    onSuccess: ({ people }) => announce(people.length === 1 ? 'Persona creada' : `${people.length} personas creadas`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: peopleKey(officeId) }),
        client.invalidateQueries({ queryKey: ['users', officeId] }),
      ]),
  });
}
