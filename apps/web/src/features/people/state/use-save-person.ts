import {
  type Leaving,
  type NewPerson,
  peopleOperations,
  type PersonOfOffice,
  providerLinkOperations,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { peopleKey } from '../api/people-query.ts';

/** Whether open work was shown, and the colleague who receives the lines. */
type Handed = { [Name in 'openWork' | 'linesTo']?: Leaving[Name] };

type PersonAct =
  | { do: 'edit'; person: PersonOfOffice; changes: Partial<NewPerson> }
  | ({ do: 'disable' | 'retire'; person: PersonOfOffice } & Handed)
  | { do: 'enable' | 'delete' | 'removeFactor' | 'unlinkProvider'; person: PersonOfOffice }
  | ({ do: 'move'; person: PersonOfOffice; to: string } & Handed);

const DONE = {
  edit: 'guardado',
  disable: 'sin acceso',
  retire: 'sin acceso, en las retiradas',
  enable: 'puede ingresar',
  delete: 'cuenta eliminada',
  move: 'en otra oficina',
  removeFactor: 'sin segundo paso',
  unlinkProvider: 'sin cuenta de la empresa',
} as const;

/** Changes one person, and reads the lists of the office again. Fails with a conflict if somebody changed them. */
export function useSavePerson(officeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: PersonAct): Promise<PersonOfOffice> => {
      const { id, version } = act.person;
      const to = { params: { id }, query: { officeId } };
      const { openWork, linesTo }: Handed = 'openWork' in act ? act : {};
      const known = { ...(openWork && { openWork }), ...(linesTo !== undefined && { linesTo }) };
      switch (act.do) {
        case 'edit':
          return call(peopleOperations['people.edit'], { ...to, body: { version, changes: act.changes } });
        case 'disable':
        case 'retire':
          return call(peopleOperations[`people.${act.do}`], { ...to, body: { version, ...known } });
        case 'enable':
        case 'delete':
          return call(peopleOperations[`people.${act.do}`], { ...to, body: { version } });
        case 'removeFactor':
          return call(peopleOperations['people.removeFactor'], to);
        case 'unlinkProvider':
          return call(providerLinkOperations['people.unlinkProvider'], to);
        case 'move':
          return call(peopleOperations['people.move'], { ...to, body: { version, to: act.to, ...known } });
      }
    },
    onSuccess: (saved, act) => announce(`${saved.name}: ${DONE[act.do]}`),
    // Includes the list of the permissions, which has active people only.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: peopleKey(officeId) }),
        client.invalidateQueries({ queryKey: ['users', officeId] }),
      ]),
  });
}
