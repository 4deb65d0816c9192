import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { type Person, requireModule, seesWholeCompany } from '../person.ts';
import { Refusal, notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { findUser, lockUsers, someoneElseHolds } from './users-repository.ts';
import { differenceOf, writePermissions } from './write-permissions.ts';

/** The module that lets someone change permissions. An office without anybody holding it could never change again. */
const ADMINISTRATION = 'G01';

const sameCodes = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((code) => others.includes(code)) && others.every((code) => some.includes(code));

/*
 * That nobody changes themselves and only charge S changes charge S also keeps a company's last S with G01: whoever takes it
 * from another S is one, and their row is held until the change is done.
 */
async function checkRules(trx: Database, asking: Person, target: Person, wanted: readonly string[]) {
  const { added, removed } = differenceOf(target.modules, wanted);
  if (target.id === asking.id) throw new Refusal('forbidden', 'No puede cambiar sus propios permisos');
  if (seesWholeCompany(target) && !seesWholeCompany(asking))
    throw new Refusal('forbidden', 'Solo una persona con cargo S puede cambiar los permisos de otra con cargo S');
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

  const { user, changed } = await transact(db, async (trx) => {
    const seen = await findUser(trx, reach, userId);
    if (!seen) throw notFound();
    await lockOffice(trx, asking.companyId, seen.office.id);
    await lockUsers(trx, [asking.id, userId]);
    // Both again under the locks: a colleague may just have taken away what these rules rest on.
    const target = await findUser(trx, reach, userId);
    const current = await findUser(trx, { companyId: asking.companyId }, asking.id);
    if (!target || !current) throw notFound();
    requireModule(current, ADMINISTRATION);
    if (basedOn && !sameCodes(basedOn, target.modules))
      throw new Refusal('conflict', 'Otra persona cambió estos permisos');

    await checkRules(trx, current, target, wanted);
    const changed = await writePermissions(trx, target, wanted, { actor: current, at: clock() });
    return { user: changed ? { ...target, modules: wanted } : target, changed };
  });

  if (changed) feed.nudge(user.office.id);
  return user;
}
