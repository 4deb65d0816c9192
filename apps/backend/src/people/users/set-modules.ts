import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { invalid } from '#platform/refusal.ts';
import { requireUser, lockUsers } from './users-repository.ts';
import { writePermissions } from './write-permissions.ts';

/** @throws Refusal invalid with the first malformed module code. Unknown codes are allowed. */
function checkModuleCodes(modules: readonly string[]): void {
  const wrong = modules.find((code) => !/^[A-Za-z0-9_-]{1,16}$/.test(code));
  if (wrong !== undefined) throw invalid(`"${wrong}" is not a module code`);
}

/**
 * Sets a user's modules as the server's operator. The rules for people do not apply: this restores access when nobody
 * left may change permissions.
 * @returns the list before. The change is in the office's log.
 * @param modules without duplicates.
 * @throws Refusal invalid for a malformed module code.
 */
export async function setModules(db: Database, clock: Clock, person: Person, modules: string[]): Promise<string[]> {
  checkModuleCodes(modules);
  return db.transaction().execute(async (trx) => {
    await lockOffice(trx, { companyId: person.companyId, officeId: person.office.id });
    await lockUsers(trx, [person.id]);
    const target = await requireUser(trx, { companyId: person.companyId }, person.id);
    await writePermissions(trx, target, modules, { actor: OPERATOR, at: clock() });
    return target.modules;
  });
}
