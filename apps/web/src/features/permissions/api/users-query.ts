import { CHARGE_ALL_OFFICES, type SessionView, type User, userOperations } from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';

/** The users of an office. Only charge S may name the office; everyone else gets their own. */
export function usersQuery(me: SessionView, officeId: string) {
  return queryOptions({
    queryKey: ['users', officeId],
    queryFn: ({ signal }): Promise<readonly User[]> =>
      me.charge === CHARGE_ALL_OFFICES
        ? call(userOperations['users.list'], { params: { officeId }, signal })
        : call(userOperations['users.listOwn'], { signal }),
  });
}
