import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { type Person, requireModule, seesWholeCompany } from '#platform/person.ts';
import { conflict, invalid, notFound, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { isActive, requireUser, lockUsers, someoneElseHolds } from './users-repository.ts';
import { differenceOf, writePermissions } from './write-permissions.ts';

/** The module that permits changing permissions. An office must keep at least one person who has it. */
const ADMINISTRATION = 'G01';

const sameCodes = (before: readonly string[], after: readonly string[]): boolean =>
  before.every((code) => after.includes(code)) && after.every((code) => before.includes(code));

/*
 * Nobody changes themselves, and only charge S changes charge S. These rules also protect a company's last S with G01:
 * taking G01 from another S requires a caller who is one, and the caller's row is locked until the end.
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
    throw invalid('La oficina debe conservar al menos una persona que administre permisos (G01)');
}

/**
 * Replaces a user's permission list, and writes the event in the same transaction. Unknown codes are kept; duplicates
 * are removed.
 * @param basedOn the list that the change is based on: if the user's list differs now, nothing changes.
 * @returns the user with the resulting list. A list without changes writes nothing.
 * @throws Refusal not-found for a user out of reach, conflict for an outdated `basedOn`, forbidden or invalid for a
 * change the rules do not allow.
 */
export async function replacePermissions(
  { db, clock, feed }: PlatformServices,
  asking: Person,
  userId: string,
  modules: string[],
  basedOn?: readonly string[],
): Promise<Person> {
  requireModule(asking, ADMINISTRATION);
  const reach = { companyId: asking.companyId, officeId: seesWholeCompany(asking) ? undefined : asking.office.id };
  const wanted = [...new Set(modules)];

  const { user, changed } = await transact(db, async (trx) => {
    const seen = await requireUser(trx, reach, userId);
    await lockOffice(trx, { companyId: asking.companyId, officeId: seen.office.id });
    await lockUsers(trx, [asking.id, userId]);
    // Reread both under the locks: a colleague may just have changed the permissions these rules depend on.
    const target = await requireUser(trx, reach, userId);
    const current = await requireUser(trx, { companyId: asking.companyId }, asking.id);
    requireModule(current, ADMINISTRATION);
    for (const id of [asking.id, userId]) if (!(await isActive(trx, id))) throw notFound();
    if (basedOn && !sameCodes(basedOn, target.modules)) throw conflict('Otra persona cambió estos permisos');

    await checkRules(trx, current, target, wanted);
    const changed = await writePermissions(trx, target, wanted, { actor: current, at: clock() });
    return { user: changed ? { ...target, modules: wanted } : target, changed };
  });

  if (changed) feed.nudge(user.office.id);
  return user;
}
