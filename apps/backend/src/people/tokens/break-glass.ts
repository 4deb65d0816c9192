import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { conflict } from '#platform/refusal.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { lockForSignIn } from '../users/users-repository.ts';
import { placeOf } from './store-password.ts';

/** Minutes for which the password is accepted. */
export const BREAK_GLASS_MINUTES = 30;

/**
 * Lets one person sign in with their password for 30 minutes although the company does not allow it: for the operator,
 * while the company's provider cannot be reached. A second factor is still required.
 * @returns until when; undefined if the company allows passwords.
 * @throws Refusal conflict for a person who is not active or has no password.
 */
export const breakGlass = (db: Database, person: Person, now: Date): Promise<Date | undefined> =>
  transact(db, async (trx) => {
    const { id, username } = person;
    const found = await lockForSignIn(trx, person);
    if (!found) throw conflict(`${username} is not active.`);
    if (found.allowsPasswords) return undefined;
    if (found.passwordHash === null)
      throw conflict(`${username} has no password. Set one with: user password --temporary yes`);
    const until = new Date(now.getTime() + BREAK_GLASS_MINUTES * 60_000);
    await trx.updateTable('users').set({ break_glass_until: until }).where('id', '=', id).execute();
    const actor = { id: null, ...OPERATOR };
    await recordTrail(trx, { kind: 'signIn.brokenGlass', ...placeOf(person), actor, at: now });
    return until;
  });
