import { fold } from '@despacho/contracts';
import { type Profile, STANDARD_PROFILES } from '@despacho/contracts/dispatch';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireModule } from '#platform/person.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { lockOffice } from '../offices/offices-repository.ts';
import { requireCaller } from './accounts-repository.ts';
import { requireKnownModules } from './known-modules.ts';

type Services = Pick<PlatformServices, 'db'>;
type Input = Pick<Profile, 'name' | 'modules'>;

const profilesOf = (db: Database, dispatcher: Pick<Dispatcher, 'companyId' | 'officeId'>) =>
  db.selectFrom('profiles').selectAll().where(inOffice(dispatcher));

type Row = Awaited<ReturnType<ReturnType<typeof profilesOf>['executeTakeFirstOrThrow']>>;

const toProfile = ({ id, version, name, modules }: Row): Profile => ({ id: String(id), version, name, modules });

const STANDARD: readonly Profile[] = STANDARD_PROFILES.map(({ name, modules }) => ({
  id: null,
  version: 1,
  name,
  modules: [...modules],
}));

/** @returns the standard profiles, then those of the office in the order they were added. */
export async function listProfiles(
  { db }: Services,
  dispatcher: Pick<Dispatcher, 'companyId' | 'officeId'>,
): Promise<Profile[]> {
  const rows = await profilesOf(db, dispatcher).orderBy('id').execute();
  return [...STANDARD, ...rows.map(toProfile)];
}

/** @throws Refusal conflict for a name that another profile has. */
function requireFreeName(rows: readonly Row[], name: string, except?: number): void {
  const others = [...STANDARD, ...rows.filter(({ id }) => id !== except)];
  if (others.some((other) => fold(other.name) === fold(name)))
    throw conflict(`Ya hay un perfil «${name}»; escriba otro nombre`, undefined, 'name');
}

const work = async <T>({ db }: Services, dispatcher: Dispatcher, then: (trx: Database) => Promise<T>): Promise<T> =>
  transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    requireModule(await requireCaller(trx, dispatcher), 'G01');
    return then(trx);
  });

/** A repeated request returns the profile that the first one added. */
export function createProfile(services: Services, dispatcher: Dispatcher, { name, modules }: Input): Promise<Profile> {
  requireKnownModules(modules, 'modules');
  return work(services, dispatcher, async (trx) => {
    const rows = await profilesOf(trx, dispatcher).execute();
    const same = rows.find((row) => row.name === name && row.modules.join() === modules.join());
    if (same) return toProfile(same);
    requireFreeName(rows, name);
    requireRoom('profiles', rows.length);
    const { companyId: company_id, officeId: office_id } = dispatcher;
    const row = await trx
      .insertInto('profiles')
      .values({ company_id, office_id, name, modules })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toProfile(row);
  });
}

/** @throws Refusal conflict for a profile that somebody changed since the caller read it. */
async function requireProfile(trx: Database, dispatcher: Dispatcher, id: number, version: number): Promise<Row[]> {
  const rows = await profilesOf(trx, dispatcher).execute();
  const row = rows.find((each) => each.id === id);
  if (!row) throw notFound();
  if (row.version !== version) throw conflict('Otra persona acaba de cambiar este perfil');
  return rows;
}

export function editProfile(
  services: Services,
  dispatcher: Dispatcher,
  id: number,
  { version, name, modules }: Input & { version: number },
): Promise<Profile> {
  requireKnownModules(modules, 'modules');
  return work(services, dispatcher, async (trx) => {
    requireFreeName(await requireProfile(trx, dispatcher, id, version), name, id);
    const row = await trx
      .updateTable('profiles')
      .set({ name, modules, version: version + 1 })
      .where(inOffice(dispatcher))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toProfile(row);
  });
}

/** People who have its modules keep them. */
export function removeProfile(
  services: Services,
  dispatcher: Dispatcher,
  id: number,
  version: number,
): Promise<Profile> {
  return work(services, dispatcher, async (trx) => {
    await requireProfile(trx, dispatcher, id, version);
    const row = await trx
      .deleteFrom('profiles')
      .where(inOffice(dispatcher))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toProfile(row);
  });
}
