import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireModule, seesWholeCompany } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockUsers } from '../users/users-repository.ts';
import { type Account, requireAccount, requireCaller } from './accounts-repository.ts';

/** Within which (hours) one person may not both give somebody a link to sign in with and remove their second factor. */
const APART_HOURS = 24;

const ALONE = {
  'password.linkCreated': 'Usted le dio un enlace de contraseña',
  'provider.invited': 'Usted le dio un enlace para vincular la cuenta de su empresa',
  'factor.removed': 'Usted quitó su segundo paso',
} as const;

interface Pair {
  caller: Account;
  person: Account;
}

/**
 * Locks a person and the caller, who has charge S and G01 now: what the gateway stated may be a minute old.
 * @param own why it cannot be done to oneself.
 * @throws Refusal not-found for a user of another office; forbidden for oneself, and without charge S and G01.
 */
export async function lockPersonOfS(trx: Database, dispatcher: Dispatcher, userId: string, own: string): Promise<Pair> {
  await lockUsers(trx, [...new Set([(await requireCaller(trx, dispatcher)).id, userId])]);
  // Reread under the locks: a colleague may just have changed either.
  const caller = await requireCaller(trx, dispatcher);
  requireModule(caller, 'G01');
  if (!seesWholeCompany(caller)) throw new Refusal('forbidden', 'Solo el cargo S puede hacer esto');
  const person = await requireAccount(trx, dispatcher, userId);
  if (caller.id === person.id) throw new Refusal('forbidden', own);
  return { caller, person };
}

/**
 * Nobody alone replaces both what a person knows and what they have. Both acts lock the person first.
 * @param did the other act. @throws Refusal unprocessable if the caller did it a short time ago.
 */
export async function requireNotAlone(
  trx: Database,
  { caller, person, did, now }: Pair & { did: keyof typeof ALONE; now: Date },
): Promise<void> {
  const { rows } = await sql`
    select 1 from trail where company_id = ${person.companyId} and subject_id = ${person.id} and subject_kind = 'user'
      and kind = ${did} and actor_id = ${caller.id} and at > ${now}::timestamptz - make_interval(hours => ${APART_HOURS})
    limit 1`.execute(trx);
  if (rows.length > 0)
    throw new Refusal(
      'unprocessable',
      `${ALONE[did]} hace menos de ${APART_HOURS} horas. Para que nadie pueda entrar por otra persona, esto debe hacerlo alguien más con cargo S, o usted después`,
    );
}
