import {
  CHARGE_ALL_OFFICES,
  permissionOperations,
  type SessionView,
  type User,
  userOperations,
} from '@despacho/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { type SaveTask } from '../rules/save-all.ts';
import { recordSkippedRows } from '#shared/queries/skipped-rows.ts';

export const usersKey = (officeId: string) => ['users', officeId];

/** The users of an office. Only charge S may name the office; everyone else gets their own. */
export function usersQuery(me: SessionView, officeId: string) {
  return queryOptions({
    queryKey: usersKey(officeId),
    queryFn: ({ signal, client }): Promise<readonly User[]> => {
      const onSkipped = recordSkippedRows(client, usersKey(officeId));
      return me.charge === CHARGE_ALL_OFFICES
        ? call(userOperations['users.list'], { params: { officeId }, signal, onSkipped })
        : call(userOperations['users.listOwn'], { signal, onSkipped });
    },
  });
}

/**
 * Replaces one user's permission list. Fails with 409 if the list no longer matches the one the change was based on.
 */
export async function updatePermissions(me: SessionView, officeId: string, task: SaveTask): Promise<void> {
  await call(permissionOperations['permissions.update'], {
    params: { id: task.id },
    ...(me.charge === CHARGE_ALL_OFFICES && { query: { officeId } }),
    body: { permissionsList: task.codes.map((module) => ({ module })), basedOn: [...task.basedOn] },
  });
}
