import { type LiveEvent } from '@despacho/contracts';
import { type Database } from '../database/open-database.ts';
import { appendEvent } from '../events/append-event.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { type Person, requireModule, seesWholeCompany } from '../person.ts';
import { Refusal, notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { findUser, someoneElseHolds, updatePermissions } from './users-repository.ts';

/** The module that lets someone change permissions. An office without anybody holding it could never change again. */
const ADMINISTRATION = 'G01';

const sameCodes = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((code) => others.includes(code)) && others.every((code) => some.includes(code));

async function checkRules(trx: Database, asking: Person, target: Person, added: string[], removed: string[]) {
  if (target.id === asking.id) throw new Refusal('forbidden', 'No puede cambiar sus propios permisos');
  if (!seesWholeCompany(asking)) {
    const lacking = added.filter((code) => !asking.modules.includes(code));
    if (lacking.length > 0)
      throw new Refusal('forbidden', `No puede otorgar un permiso que usted no tiene: ${lacking.join(', ')}`);
  }
  if (removed.includes(ADMINISTRATION) && !(await someoneElseHolds(trx, target, ADMINISTRATION)))
    throw new Refusal('invalid', 'La oficina debe conservar al menos una persona que administre permisos (G01)');
}

/**
 * Replaces the permission list of a user, and writes the change to the office's log in the same transaction.
 * Codes this product does not know are kept as they come; repeated ones are kept once.
 * @param basedOn the list the change was judged by: when the user's is another one by now, nothing is changed.
 * @returns the user with the list that now holds. A list that changes nothing writes nothing.
 * @throws Refusal not-found for a user out of reach, conflict for a list that is another by now, forbidden or invalid for a change the rules do not allow.
 */
export async function replacePermissions(
  { db, clock, feed }: Services,
  asking: Person,
  userId: string,
  modules: string[],
  basedOn?: readonly string[],
): Promise<Person> {
  requireModule(asking, ADMINISTRATION);
  const reach = { companyId: asking.companyId, officeId: seesWholeCompany(asking) ? undefined : asking.office.id };
  const wanted = [...new Set(modules)];

  const { user, changed } = await db.transaction().execute(async (trx) => {
    const seen = await findUser(trx, reach, userId);
    if (!seen) throw notFound();
    await lockOffice(trx, asking.companyId, seen.office.id);
    // Both again under the lock: a colleague may just have taken away what these rules rest on.
    const target = await findUser(trx, reach, userId);
    const current = await findUser(trx, { companyId: asking.companyId }, asking.id);
    if (!target || !current) throw notFound();
    requireModule(current, ADMINISTRATION);
    if (basedOn && !sameCodes(basedOn, target.modules))
      throw new Refusal('conflict', 'Otra persona cambió estos permisos');

    const added = wanted.filter((code) => !target.modules.includes(code));
    const removed = target.modules.filter((code) => !wanted.includes(code));
    await checkRules(trx, current, target, added, removed);
    if (added.length + removed.length === 0) return { user: target, changed: false };

    await updatePermissions(trx, target, wanted);
    const event: LiveEvent = {
      type: 'permissions.changed',
      at: clock().toISOString(),
      officeId: target.office.id,
      actor: { username: current.username, user: current.user },
      subject: { id: target.id, username: target.username, user: target.user },
      added,
      removed,
    };
    await appendEvent(trx, target.companyId, event);
    return { user: { ...target, modules: wanted }, changed: true };
  });

  if (changed) feed.nudge(user.office.id);
  return user;
}
