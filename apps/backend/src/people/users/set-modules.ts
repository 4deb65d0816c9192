import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { checkModuleCodes } from './create-user.ts';
import { requireUser, lockUsers } from './users-repository.ts';
import { writePermissions } from './write-permissions.ts';

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
