import { type LiveEvent } from '@despacho/contracts';
import { type Database } from '#platform/database/open-database.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { type Person } from '#platform/person.ts';
import { recordTrail } from '../trail/record-trail.ts';

/** The codes added and removed between two lists. */
export function differenceOf(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((code) => !before.includes(code)),
    removed: before.filter((code) => !after.includes(code)),
  };
}

/**
 * Saves a permission list and writes its event to the office's log and to the company's trail, in the caller's transaction.
 * @param target as read under the lock of their row.
 * @param inTrail false if the caller writes it to the trail, with other changes of the same person.
 * @returns whether the list changed. A list without changes writes nothing.
 */
export async function writePermissions(
  trx: Database,
  target: Person,
  wanted: string[],
  {
    actor,
    at,
    inTrail = true,
  }: { actor: Pick<Person, 'username' | 'user'> & { id?: string }; at: Date; inTrail?: boolean },
): Promise<boolean> {
  const difference = differenceOf(target.modules, wanted);
  if (difference.added.length + difference.removed.length === 0) return false;
  await trx
    .updateTable('users')
    .set({ permissions: wanted })
    .where('id', '=', target.id)
    .where('office_id', '=', target.office.id)
    .execute();
  const event: LiveEvent = {
    type: 'permissions.changed',
    at: at.toISOString(),
    officeId: target.office.id,
    actor: { username: actor.username, user: actor.user },
    subject: { id: target.id, username: target.username, user: target.user },
    ...difference,
  };
  await appendEvent(trx, target.companyId, event, { evenIfClosed: true });
  if (!inTrail) return true;
  await recordTrail(trx, {
    companyId: target.companyId,
    officeId: target.office.id,
    kind: 'permissions.changed',
    actor: { id: actor.id ?? null, username: actor.username, user: actor.user },
    subject: { kind: 'user', id: target.id, name: target.user },
    details: { before: target.modules, after: wanted },
    at,
  });
  return true;
}
