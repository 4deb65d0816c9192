import { isModuleCode } from '@despacho/contracts';
import {
  type Leaving,
  type OpenWork,
  type PersonChange,
  type PersonEdit,
  type PersonFacts,
  type PersonOfOffice,
} from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { renewStates } from '#platform/database/renew-states.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { definedFields, type NoFields } from '#platform/dispatch/defined-fields.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { formatNumber } from '#platform/format-number.ts';
import { requireModule, seesWholeCompany } from '#platform/person.ts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { lockOffices } from '../offices/offices-repository.ts';
import { deleteLinks } from '../tokens/delete-links.ts';
import { deleteTokens } from '../tokens/delete-tokens.ts';
import { lockUsers } from '../users/users-repository.ts';
import { differenceOf, writePermissions } from '../users/write-permissions.ts';
import { type Account, lockPeople, requireAccount, requireCaller, toPersonOfOffice } from './accounts-repository.ts';
import { requireKnownModules } from './known-modules.ts';
import { requireMayAppoint, requireMayChange, requireMayGrant, requireSuccessors } from './people-rules.ts';
import { recordPerson } from './record-person.ts';
import { ownsAnything, renamePersonKeys } from './person-keys.ts';
import { changeUsername } from './usernames.ts';

type Services = Pick<PlatformServices, 'db' | 'clock' | 'feed'>;

/** To whom a person's lines of «Por atender» go, and who decided it. */
export interface HandOver {
  /** Id of the colleague; undefined for the list. */
  to: string | undefined;
  actor: { username: string; user: string };
  at: Date;
}

/** A person's open work. Implemented in another group, because this one cannot read «Por atender» and money. */
export interface OpenWorkOf {
  /** Waits for other changes of the office's lines. Called before the office is locked. */
  lock: (trx: Database, office: OfficeKey) => Promise<void>;
  read: (db: Database, person: Account) => Promise<OpenWork>;
  /** Gives their lines to a colleague, or back to the list. @returns how many there were. */
  handOver: (trx: Database, person: Account, given: HandOver) => Promise<number>;
}

/** Changed fields of a person, except the modules. */
type Patch = Partial<{
  username: string;
  name: string;
  charge: string;
  state: 'active' | 'disabled' | 'retired';
  office_id: string;
}>;

/** A person as found under the locks, and who changes them. */
interface LockedTarget {
  trx: Database;
  target: Account;
  caller: Account;
  now: Date;
}

interface DecidedChange {
  what: PersonChange;
  patch: Patch;
  /** The complete list. */
  modules?: readonly string[];
  /** Whether open sessions, tokens and one-time links end. */
  signsOut?: boolean;
  /** The lines that they gave away, and the id of the colleague; null for the list. */
  lines?: { count: number; to: string | null };
}

const factsOf = (account: Account): Required<PersonFacts> => ({
  username: account.username,
  name: account.user,
  charge: account.charge,
  state: account.state,
  office: account.office.id,
  modules: account.modules,
});

/** @returns the fields in which two facts differ, except the modules, whose changes are separate events. */
function changedFacts(before: Required<PersonFacts>, after: Required<PersonFacts>) {
  const keys = (['username', 'name', 'charge', 'state', 'office'] as const).filter((key) => before[key] !== after[key]);
  const only = (facts: PersonFacts): PersonFacts => Object.fromEntries(keys.map((key) => [key, facts[key]]));
  return keys.length === 0 ? undefined : { before: only(before), after: only(after) };
}

/** Writes a decided change, its events and what depends on the old name. @returns the account afterwards. */
async function write({ trx, target, caller, now }: LockedTarget, wanted: DecidedChange): Promise<Account> {
  const { what, patch, modules = target.modules, signsOut, lines } = wanted;
  const position = {
    state: patch.state ?? target.state,
    officeId: patch.office_id ?? target.office.id,
    charge: patch.charge ?? target.charge,
    modules,
  };
  await requireSuccessors(trx, target, position);
  if (patch.username || patch.office_id)
    await changeUsername(trx, target, { ...position, username: patch.username ?? target.username });
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', target.id)
    .where('office_id', '=', target.office.id)
    .execute();
  const office = { companyId: target.companyId, officeId: position.officeId };
  const moved = await requireAccount(trx, office, target.id);
  const facts = changedFacts(factsOf(target), factsOf(moved));
  const given = [...new Set(modules)];
  // One change is one entry of the trail.
  const isGiven = await writePermissions(trx, moved, given, { actor: caller, at: now, inTrail: !facts });
  const granted = isGiven ? { before: target.modules, after: given } : undefined;
  const after = await requireAccount(trx, office, target.id);
  // In the former office too.
  const offices = [...new Set([target.office.id, after.office.id])];
  if (facts) await recordPerson(trx, caller, after, { what, ...facts, lines, modules: granted }, { at: now, offices });
  if (patch.username || patch.office_id) await renamePersonKeys(trx, target, after);
  // Lists of other offices mark what its author may no longer change.
  if (seesWholeCompany(target)) await renewStates(trx, target.companyId);
  if (signsOut) {
    await deleteTokens(trx, target.id);
    await deleteLinks(trx, target.id);
  }
  return after;
}

/**
 * Deletes an account that was never used, with its events. Its username is free afterwards.
 * @throws Refusal conflict if somebody signed in with it, or something belongs to it.
 */
async function remove({ trx, target, caller, now }: LockedTarget): Promise<Account> {
  const { user, office } = target;
  if (target.erasedAt) throw conflict('Los datos de esta persona se quitaron; la cuenta se conserva');
  if (!target.unused) throw conflict(`${user} ya ingresó alguna vez, o no se sabe si lo hizo; retire la cuenta`);
  if (await ownsAnything(trx, target))
    throw conflict(`Hay líneas de «Por atender» que se dieron a ${user}; retire la cuenta`);
  await requireSuccessors(trx, target, { ...target, state: 'retired', officeId: office.id });
  await trx.deleteFrom('users').where('id', '=', target.id).where('office_id', '=', office.id).execute();
  const change = { what: 'deleted' as const, before: factsOf(target), after: {} };
  await recordPerson(trx, caller, target, change, { at: now, offices: [office.id] });
  return target;
}

/** @throws Refusal conflict for a person who changed since the caller read them. */
function requireSeen({ version, user }: Account, seen: number | undefined): void {
  if (seen !== undefined && version !== seen)
    throw conflict(`Otra persona acaba de cambiar a ${user}; vuelva a mirar la lista`);
}

/**
 * Changes a person under the locks that the rules of a company depend on: its people, the offices concerned, and the
 * rows of both people.
 * @param seen the version that the caller read; undefined to change any.
 * @param lock taken before the offices.
 * @param decide returns what to change, null for nothing.
 */
async function change(
  { db, clock, feed }: Services,
  by: Dispatcher,
  {
    id,
    seen,
    offices = [],
    lock,
  }: { id: string; seen: number | undefined; offices?: readonly string[]; lock?: OpenWorkOf['lock'] },
  decide: (found: LockedTarget) => Promise<DecidedChange | null> | DecidedChange | null,
): Promise<PersonOfOffice> {
  const { companyId, officeId } = by;
  const concerned = [...new Set([officeId, ...offices])];
  const person = await transact(db, async (trx) => {
    await lockPeople(trx, companyId);
    await lock?.(trx, { companyId, officeId });
    await lockOffices(trx, companyId, concerned);
    await lockUsers(trx, [...new Set([(await requireCaller(trx, by)).id, id])]);
    // Reread under the locks: a colleague may just have changed what these rules depend on.
    const caller = await requireCaller(trx, by);
    const target = await requireAccount(trx, { companyId, officeId }, id);
    requireModule(caller, 'G01');
    requireMayChange(caller, target);
    const found = { trx, target, caller, now: clock() };
    const wanted = await decide(found);
    if (!wanted) return target;
    requireSeen(target, seen);
    return wanted.what === 'deleted' ? remove(found) : write(found, wanted);
  });
  for (const each of concerned) feed.nudge(each);
  return toPersonOfOffice(person);
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => {
  const { added, removed } = differenceOf(one, other);
  return added.length + removed.length === 0;
};

/**
 * Changes name, username, charge or modules. Codes that the product does not know stay in the list.
 * @throws Refusal conflict for a stale version or a username that exists; forbidden for what the caller may not give.
 */
export function editPerson(
  services: Services,
  by: Dispatcher,
  id: string,
  { version, changes }: Omit<PersonEdit, 'version'> & { version?: number },
): Promise<PersonOfOffice> {
  return change(services, by, { id, seen: version }, ({ target, caller }) => {
    if (target.erasedAt) throw new Refusal('conflict', 'Los datos de esta persona se quitaron; ya no se cambian');
    const { modules: given, name, username, charge, ...rest } = changes;
    rest satisfies NoFields;
    const patch: Patch = {
      ...definedFields({
        name: name === target.user ? undefined : name,
        username: username === target.username ? undefined : username,
        charge: charge === target.charge ? undefined : charge,
      }),
    };
    const kept = target.modules.filter((code) => !isModuleCode(code));
    const modules = given ? [...new Set([...given, ...kept])] : target.modules;
    const { added } = differenceOf(target.modules, modules);
    requireKnownModules(added, 'changes.modules');
    requireMayGrant(caller, added);
    if (patch.charge !== undefined) requireMayAppoint(caller, patch.charge);
    if (Object.keys(patch).length === 0 && isSame(modules, target.modules)) return null;
    return { what: 'edited', patch, modules };
  });
}

/** «3 líneas de «Por atender» y dinero de 2 repartidores del 25/11». */
function openWorkText({ lines, money }: OpenWork): string {
  const parts = [
    ...(lines > 0 ? [`${formatNumber(lines)} ${lines === 1 ? 'línea' : 'líneas'} de «Por atender»`] : []),
    ...money.map(
      ({ day, couriers }) =>
        `dinero de ${formatNumber(couriers)} ${couriers === 1 ? 'repartidor' : 'repartidores'} del ${day} sin cerrar`,
    ),
  ];
  return parts.join(' y ');
}

interface LeavingPerson {
  version?: number | undefined;
  openWork?: Leaving['openWork'];
  /** The colleague who receives the lines; without one they go back to the list. */
  linesTo?: string | undefined;
  openWorkOf: OpenWorkOf;
}

/**
 * Takes the lines of «Por atender» from a person who can no longer act on them.
 * @returns the lines that were given away. @throws Refusal conflict for open work that the caller has not been shown.
 */
async function handOver(
  { trx, target, caller, now }: LockedTarget,
  { openWork, linesTo, openWorkOf }: LeavingPerson,
): Promise<Pick<DecidedChange, 'lines'>> {
  if (openWork !== 'known' && target.state === 'active') {
    const open = openWorkText(await openWorkOf.read(trx, target));
    if (open !== '') throw conflict(`${target.user} tiene abierto: ${open}`, undefined, 'openWork');
  }
  const count = await openWorkOf.handOver(trx, target, { to: linesTo, actor: caller, at: now });
  return count === 0 ? {} : { lines: { count, to: linesTo ?? null } };
}

/** Ends a person's access immediately: the account changes, so that every gateway reads it again. */
function leave(
  services: Services,
  by: Dispatcher,
  id: string,
  to: 'disabled' | 'retired',
  given: LeavingPerson,
): Promise<PersonOfOffice> {
  const { version: seen, openWorkOf } = given;
  return change(services, by, { id, seen, lock: openWorkOf.lock }, async (found) => {
    const { state } = found.target;
    // A repeated request changes nothing; a retired person is not merely disabled again.
    if (state === to) return null;
    if (state === 'retired') throw conflict('Esta persona ya está retirada');
    return { what: to, patch: { state: to }, signsOut: true, ...(await handOver(found, given)) };
  });
}

export const disablePerson = (
  services: Services,
  by: Dispatcher,
  id: string,
  given: LeavingPerson,
): Promise<PersonOfOffice> => leave(services, by, id, 'disabled', given);

export const retirePerson = (
  services: Services,
  by: Dispatcher,
  id: string,
  given: LeavingPerson,
): Promise<PersonOfOffice> => leave(services, by, id, 'retired', given);

/**
 * Deletes the account of a person who never signed in.
 * @returns it as it was. @throws Refusal conflict for a stale version, and for an account that must stay.
 */
export const deletePerson = (
  services: Services,
  by: Dispatcher,
  id: string,
  { version }: { version?: number | undefined } = {},
): Promise<PersonOfOffice> => change(services, by, { id, seen: version }, () => ({ what: 'deleted', patch: {} }));

/** Lets a disabled or retired person sign in again, with the modules they had. */
export function enablePerson(
  services: Services,
  by: Dispatcher,
  id: string,
  { version }: { version?: number | undefined } = {},
): Promise<PersonOfOffice> {
  return change(services, by, { id, seen: version }, ({ target, caller }) => {
    if (target.state === 'active') return null;
    if (target.erasedAt) throw conflict('Los datos de esta persona se quitaron; cree otra cuenta');
    // Returning a module counts as granting it.
    requireMayGrant(caller, target.modules.filter(isModuleCode), 'id');
    return { what: 'enabled', patch: { state: 'active' } };
  });
}

/**
 * Moves a person to another office of the company. Their sessions end: they belong to the office.
 * @throws Refusal not-found for an office that the company does not have, conflict if it is closed or has the username,
 * forbidden for a caller without charge S.
 */
export function movePerson(
  services: Services,
  by: Dispatcher,
  id: string,
  { to, ...given }: LeavingPerson & { to: string },
): Promise<PersonOfOffice> {
  const { companyId } = by;
  const { version: seen, openWorkOf } = given;
  return change(services, by, { id, seen, offices: [to], lock: openWorkOf.lock }, async (found) => {
    const { trx, target, caller } = found;
    if (!seesWholeCompany(caller)) throw new Refusal('forbidden', 'Solo el cargo S puede hacer esto');
    if (target.state === 'retired') throw conflict('Una persona retirada no cambia de oficina');
    const { closed } = await trx
      .selectFrom('offices')
      .select('closed')
      .where('company_id', '=', companyId)
      .where('id', '=', to)
      .executeTakeFirstOrThrow(notFound);
    if (to === target.office.id) return null;
    if (closed) throw conflict('La oficina de destino está cerrada; reábrala o elija otra');
    return { what: 'moved', patch: { office_id: to }, signsOut: true, ...(await handOver(found, given)) };
  });
}
