import { createHmac, hash as digestOf, randomUUID } from 'node:crypto';
import { formatNumber } from '#platform/format-number.ts';
import { type CreatedPeople, MAX_PEOPLE, type NewPerson, type PersonFacts } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type NoFields } from '#platform/dispatch/defined-fields.ts';
import { findAnswer, transactOnce } from '#platform/dispatch/idempotency.ts';
import { requireModule } from '#platform/person.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { allowsPasswords } from '../passwords/allows-passwords.ts';
import { hashPassword } from '../users/passwords.ts';
import { lockUsers } from '../users/users-repository.ts';
import { requireRoomToday } from './account-quota.ts';
import { type Account, countPeople, lockPeople, requireAccount, requireCaller } from './accounts-repository.ts';
import { requireMayAppoint, requireMayGrant } from './people-rules.ts';
import { type Actor, recordPerson } from './record-person.ts';
import { freeUsername, takenUsername, usernameKey, usernamesOf } from './usernames.ts';
import { requireKnownModules } from './known-modules.ts';

/** 32 characters that are not mistaken for each other on paper. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

/**
 * @param secret of the installation.
 * @param seed 122 random bits: the idempotency key of the request that creates the person.
 * @returns a password with 80 bits, in four groups: `k7m2-9xqa-…`. The same seed and person give the same password, so
 * that a repeated request shows what the first one showed, and no readable password is stored.
 */
function temporaryPassword(secret: string, seed: string, userId: string): string {
  const bytes = createHmac('sha256', secret).update(`temporary-password\n${seed}\n${userId}`).digest();
  const letters = [...bytes.subarray(0, GROUPS * GROUP)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '').join('');
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP)).join('-');
}

/** @throws Refusal conflict for a username that is given twice, or that the office has, or that looks like one of these. */
async function requireFreeUsernames(trx: Database, office: OfficeKey, people: readonly NewPerson[]) {
  const seen = new Set<string>();
  const taken = await usernamesOf(trx, office);
  const isTaken = (username: string): boolean => [seen, taken].some((keys) => keys.has(usernameKey(username)));
  for (const [at, { username }] of people.entries()) {
    const key = usernameKey(username);
    if (isTaken(username))
      throw conflict(
        seen.has(key)
          ? `El usuario ${username} está dos veces, o se confunde con otro de la lista`
          : takenUsername(username, freeUsername(username, isTaken)),
        undefined,
        `people.${at}.username`,
      );
    seen.add(key);
  }
}

/** @throws Refusal conflict if the company cannot have `more` people. */
export async function requireRoomForPeople(trx: Database, companyId: string, more: number): Promise<void> {
  if ((await countPeople(trx, companyId)) + more <= MAX_PEOPLE) return;
  throw conflict(`La empresa puede tener ${formatNumber(MAX_PEOPLE)} personas, también las retiradas`);
}

/** A person to insert, with the hash of their password, if any, and whether it must be changed at the first sign-in. */
type Prepared = NewPerson & { id: string; hash: string | null; temporary: boolean };

/**
 * Hashes one password after the other, outside of the transaction, so that sign-ins find a free thread.
 * @param passwordOf undefined for people without passwords.
 * @param signal stops the work when the client disconnects.
 */
async function preparePeople(
  people: readonly NewPerson[],
  passwordOf: ((id: string) => string) | undefined,
  signal: AbortSignal,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const person of people) {
    if (signal.aborted) throw new Refusal('busy', 'La solicitud se interrumpió');
    const id = randomUUID();
    const hash = passwordOf ? await hashPassword(passwordOf(id)) : null;
    prepared.push({ id, ...person, hash, temporary: hash !== null });
  }
  return prepared;
}

/** @throws Refusal as `createPeople`. */
async function requireMayCreate(
  db: Database,
  office: Dispatcher,
  caller: Account,
  people: readonly NewPerson[],
  now: Date,
): Promise<void> {
  requireModule(caller, 'G01');
  for (const [at, { charge, modules }] of people.entries()) {
    requireMayAppoint(caller, charge, `people.${at}.charge`);
    requireMayGrant(caller, modules, `people.${at}.modules`);
  }
  await requireFreeUsernames(db, office, people);
  await requireRoomForPeople(db, office.companyId, people.length);
  await requireRoomToday(db, caller, people.length, { now, timeZone: office.timeZone });
}

/** Inserts people under the locks of the company and the office, with their events. */
export async function insertPeople(
  trx: Database,
  office: OfficeKey,
  actor: Actor,
  prepared: readonly Prepared[],
  at: Date,
): Promise<void> {
  const { officeId } = office;
  await trx
    .insertInto('users')
    .values(
      prepared.map(({ id, name, username, charge, modules, hash, temporary, ...rest }) => {
        rest satisfies NoFields;
        return {
          ...{ id, username, name, charge },
          office_id: officeId,
          permissions: [...new Set(modules)],
          password_hash: hash,
          must_change_password: temporary,
          password_changed_at: at,
        };
      }),
    )
    .execute();
  for (const { id, name, username, charge, modules } of prepared) {
    const after = {
      username,
      name,
      charge,
      modules: [...new Set(modules)],
      state: 'active' as const,
      office: officeId,
    } satisfies Required<PersonFacts>;
    const change = { what: 'created' as const, before: {}, after };
    await recordPerson(trx, actor, await requireAccount(trx, office, id), change, { at, offices: [officeId] });
  }
}

/** A company creates people in one request at a time: a hash takes 20 ms of a thread that sign-ins need too. */
const companyTurns = new KeyedSlots({
  waitMs: 5000,
  busy: 'Su empresa está creando otras personas; espere unos segundos y vuelva a intentarlo',
});

/** The stored response of a creation, for a repeated request. */
interface Created {
  people: { id: string; name: string; username: string }[];
  /** Whether the company allowed passwords. Missing in requests of an earlier release, when every company did. */
  byUsername?: boolean;
  /** When their passwords were set. */
  at: string;
  /** Digest that differs if the installation's key does, from which the passwords are derived. */
  derivedBy: string;
}

/**
 * Creates people of an office, all or none, each with a temporary password if the company allows passwords. No password is
 * hashed for a request that is refused or repeated.
 * @param key idempotency key. A repeated request returns the same passwords, as far as they are still valid.
 * @throws Refusal forbidden for what the caller may not give, invalid for an unknown module, conflict for a username
 * that exists, for more accounts than the caller may create within 24 hours, and if the company just allowed or disabled
 * passwords.
 */
export async function createPeople(
  services: Pick<PlatformServices, 'db' | 'clock' | 'feed' | 'config'>,
  dispatcher: Dispatcher,
  { key, people, signal }: { key: string; people: readonly NewPerson[]; signal: AbortSignal },
): Promise<CreatedPeople> {
  const { db, clock } = services;
  const passwordOf = (id: string) => temporaryPassword(services.config.operationsKeys[0] ?? '', key, id);
  for (const [at, { modules }] of people.entries()) requireKnownModules(modules, `people.${at}.modules`);
  const request = { key, operation: 'people.create', content: people };
  const derivedBy = digestOf('sha256', passwordOf(''));
  const created = await companyTurns.run(dispatcher.companyId, signal, async (): Promise<Created> => {
    const known = await findAnswer<Created>(db, dispatcher, request, clock());
    if (known) return known;
    await requireMayCreate(db, dispatcher, await requireCaller(db, dispatcher), people, clock());
    const byUsername = await allowsPasswords(db, dispatcher);
    const prepared = await preparePeople(people, byUsername ? passwordOf : undefined, signal);
    return transactOnce(services, dispatcher, request, async (trx, now) => {
      await lockPeople(trx, dispatcher.companyId);
      await lockOffice(trx, dispatcher);
      await lockUsers(trx, [(await requireCaller(trx, dispatcher)).id]);
      // Again under the locks: a colleague may just have changed what this depends on.
      const caller = await requireCaller(trx, dispatcher);
      await requireMayCreate(trx, dispatcher, caller, people, now);
      if ((await allowsPasswords(trx, dispatcher)) !== byUsername)
        throw conflict('Otra persona acaba de cambiar cómo se ingresa; vuelva a intentarlo');
      await insertPeople(trx, dispatcher, caller, prepared, now);
      const shown = prepared.map(({ id, name, username }) => ({ id, name, username }));
      return { people: shown, byUsername, at: now.toISOString(), derivedBy };
    });
  });
  const valid = created.derivedBy === derivedBy ? await stillTemporary(db, created) : new Set();
  return {
    people: created.people.map((person) => ({
      ...person,
      temporary: valid.has(person.id) ? passwordOf(person.id) : null,
    })),
    byUsername: created.byUsername ?? true,
  };
}

/** @returns the ids of the people who still have the password that they were created with. */
async function stillTemporary(db: Database, { people, at }: Created): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .where('must_change_password', '=', true)
    .where('password_changed_at', '=', new Date(at))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
