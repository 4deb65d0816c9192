import { CHARGE_ALL_OFFICES, permissionOperations, type SessionView } from '@despacho/contracts';
import { call } from '../../../shared/http/call.ts';
import { type SaveTask } from '../rules/save-all.ts';

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
