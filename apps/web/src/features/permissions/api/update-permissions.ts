import { CHARGE_ALL_OFFICES, permissionOperations, type SessionView } from '@despacho/contracts';
import { call } from '../../../shared/http/call.ts';
import { type SaveTask } from '../rules/save-all.ts';

/** Replaces one user's list, unless it is another by now than the change was based on (409). */
export async function updatePermissions(me: SessionView, officeId: string, task: SaveTask): Promise<void> {
  await call(permissionOperations['permissions.update'], {
    params: { id: task.id },
    ...(me.charge === CHARGE_ALL_OFFICES && { query: { officeId } }),
    body: { permissionsList: task.codes.map((module) => ({ module })), basedOn: [...task.basedOn] },
  });
}
