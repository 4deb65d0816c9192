import { hash } from 'node:crypto';
import { freeUsernameText } from '@despacho/contracts/dispatch';
import { foldedName } from '@despacho/server/account-name';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_FORMER_USERNAMES } from '#platform/database/table-bounds.ts';
import { conflict } from '#platform/refusal.ts';
import { type Account } from './accounts-repository.ts';

/** Room for the number that makes a username free. */
const LONGEST_BASE = 60;

/** @returns the same digest for all usernames that people or a gateway's limits may confuse. */
export const usernameKey = (username: string): string => hash('sha256', foldedName(username));

/** @returns the first free one of `ana`, `ana2`, `ana3`, …; empty for empty text. */
export function freeUsername(wanted: string, isTaken: (username: string) => boolean): string {
  if (wanted === '') return '';
  for (let number = 1; ; number++) {
    const username = number === 1 ? wanted : `${wanted.slice(0, LONGEST_BASE)}${number}`;
    if (!isTaken(username)) return username;
  }
}

/** @returns the message for a username that somebody else has or had, or that looks like theirs. */
export const takenUsername = (username: string, free: string, office = 'La oficina'): string =>
  `${office} ya tiene el usuario ${username}, u otro que se confunde con él${freeUsernameText(free)}`;

/**
 * @param besides a person whose own names do not count.
 * @returns the usernames of an office's people in lower case, and the keys of those that they have or had. Those of retired people stay theirs.
 */
async function takenKeys(
  db: Database,
  { companyId, officeId }: OfficeKey,
  besides = '',
): Promise<{ exact: Set<string>; current: Set<string>; former: Set<string> }> {
  const users = await db
    .selectFrom('users')
    .innerJoin('offices', 'offices.id', 'users.office_id')
    .select('users.username')
    .where('offices.company_id', '=', companyId)
    .where('offices.id', '=', officeId)
    .where('users.id', '!=', besides)
    .execute();
  const former = await db
    .selectFrom('former_usernames')
    .select('key')
    .where('office_id', '=', officeId)
    .where('user_id', '!=', besides)
    .execute();
  return {
    exact: new Set(users.map(({ username }) => username.toLowerCase())),
    current: new Set(users.map(({ username }) => usernameKey(username))),
    former: new Set(former.map(({ key }) => key)),
  };
}

/** The same as one set. */
export async function usernamesOf(db: Database, office: OfficeKey): Promise<Set<string>> {
  const { current, former } = await takenKeys(db, office);
  return new Set([...current, ...former]);
}

/**
 * Reserves the name that a renamed or moved person gives up, and checks the new one. Two people whose names were alike
 * before this was checked keep them, and may change what does not matter to the key, such as case.
 * @throws Refusal conflict for a username that somebody else of the office has or had, and for too many names.
 */
export async function changeUsername(
  trx: Database,
  before: Account,
  after: { username: string; officeId: string },
): Promise<void> {
  const key = usernameKey(after.username);
  const office = { companyId: before.companyId, officeId: after.officeId };
  const { exact, current, former } = await takenKeys(trx, office, before.id);
  const isSame = after.officeId === before.office.id && key === usernameKey(before.username);
  if (former.has(key) || exact.has(after.username.toLowerCase()) || (current.has(key) && !isSame)) {
    const isTaken = (username: string): boolean => {
      const wanted = usernameKey(username);
      return former.has(wanted) || current.has(wanted);
    };
    const name = after.officeId === before.office.id ? 'La oficina' : `La oficina ${after.officeId}`;
    const text = takenUsername(after.username, freeUsername(after.username, isTaken), name);
    throw conflict(text, undefined, 'changes.username');
  }
  await trx
    .insertInto('former_usernames')
    .values({ office_id: before.office.id, key: usernameKey(before.username), user_id: before.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const count = await countRows(trx.selectFrom('former_usernames').where('user_id', '=', before.id));
  if (count > MAX_FORMER_USERNAMES)
    throw conflict(`Esta persona ya cambió ${MAX_FORMER_USERNAMES} veces de usuario u oficina, el máximo`);
}
