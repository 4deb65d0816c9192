import { type Clock } from '../clock.ts';
import { type Database } from '../database/open-database.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { type Person } from '../person.ts';
import { notFound } from '../refusal.ts';
import { checkModuleCodes } from './create-user.ts';
import { findUser, lockUsers } from './users-repository.ts';
import { writePermissions } from './write-permissions.ts';

/** Who did it, in the log of the office. No account can have this name: it holds characters an account may not. */
const OPERATOR = { username: '(servidor)', user: 'Administración del servidor' };

/**
 * Gives somebody exactly these modules, as the operator of the server. None of the rules between people hold here: this is
 * the way back when nobody is left who may change somebody.
 * @returns the list before. The change is in the office's log.
 * @param modules each once.
 * @throws Refusal invalid for something that is no module code.
 */
export async function setModules(db: Database, clock: Clock, person: Person, modules: string[]): Promise<string[]> {
  checkModuleCodes(modules);
  return db.transaction().execute(async (trx) => {
    await lockOffice(trx, person.companyId, person.office.id);
    await lockUsers(trx, [person.id]);
    const target = await findUser(trx, { companyId: person.companyId }, person.id);
    if (!target) throw notFound();
    await writePermissions(trx, target, modules, { actor: OPERATOR, at: clock() });
    return target.modules;
  });
}
