import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireModule, seesWholeCompany } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockUsers } from '../users/users-repository.ts';
import { type Account, requireAccount, requireCaller } from './accounts-repository.ts';

/** Hours within which one person may not both give somebody a link to sign in with, and remove or permit their factor. */
const APART_HOURS = 24;

const ALONE = {
  'password.linkCreated': 'Usted le dio un enlace de contraseña',
  'provider.invited': 'Usted le dio un enlace para vincular la cuenta de su empresa',
  'factor.removed': 'Usted quitó su segundo paso',
  'factor.permitted': 'Usted le permitió activar su segundo paso',
} as const;

export interface Pair {
  caller: Account;
  person: Account;
}

/**
 * Locks the caller and checks that they have charge S and G01 now: what the gateway stated may be a minute old.
 * @param others users to lock as well. @returns the caller as locked.
 * @throws Refusal forbidden without charge S and G01.
 */
export async function lockCallerOfS(trx: Database, dispatcher: Dispatcher, ...others: string[]): Promise<Account> {
  await lockUsers(trx, [...new Set([(await requireCaller(trx, dispatcher)).id, ...others])]);
  // Read again under the locks: another user may just have changed it.
  const caller = await requireCaller(trx, dispatcher);
  requireModule(caller, 'G01');
  if (!seesWholeCompany(caller)) throw new Refusal('forbidden', 'Solo el cargo S puede hacer esto');
  return caller;
}

/**
 * Locks the caller, as `lockCallerOfS`, and a person of the office in the request.
 * @param own why it cannot be done to oneself.
 * @throws Refusal as `lockCallerOfS`; not-found for a user of another office; forbidden for oneself.
 */
export async function lockPersonOfS(trx: Database, dispatcher: Dispatcher, userId: string, own: string): Promise<Pair> {
  const caller = await lockCallerOfS(trx, dispatcher, userId);
  const person = await requireAccount(trx, dispatcher, userId);
  if (caller.id === person.id) throw new Refusal('forbidden', own);
  return { caller, person };
}

/**
 * Prevents one person from replacing both what a user knows and what they have. All these acts lock the user first.
 * @param did acts that exclude the current one. @throws Refusal unprocessable if the caller did it a short time ago.
 */
export async function requireNotAlone(
  trx: Database,
  { caller, person, did, now }: Pair & { did: readonly (keyof typeof ALONE)[]; now: Date },
): Promise<void> {
  const { rows } = await sql<{ kind: keyof typeof ALONE }>`
    select kind from trail where company_id = ${person.companyId} and subject_id = ${person.id} and subject_kind = 'user'
      and kind = any(${did}::text[]) and actor_id = ${caller.id} and at > ${now}::timestamptz - make_interval(hours => ${APART_HOURS})
    limit 1`.execute(trx);
  const [done] = rows;
  if (done)
    throw new Refusal(
      'unprocessable',
      `${ALONE[done.kind]} hace menos de ${APART_HOURS} horas. Para que nadie pueda ingresar por otra persona, esto debe hacerlo alguien más con cargo S, o usted después`,
    );
}
