import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asSuperuser } from '@despacho/tooling/machine/postgres-server';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBackup } from '#upkeep/backup/create-backup.ts';
import { restoreServer } from '#upkeep/backup/database-copies.ts';
import { restoreBackup } from '#upkeep/backup/restore-backup.ts';
import { connect, type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { tablesWithoutStatistics } from '#platform/database/own-tables.ts';
import { removePicture } from '#field/evidence/add-evidence.ts';
import { createStore, pairStore } from '#field/evidence/open-store.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { type Services } from '#edge/services.ts';
import { DispatchClient } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import { addFactor, expectCarried } from './factors.ts';
import { resetPeople } from './people.ts';
import { onPostgres } from './postgres-world.ts';
import { createClock, createServices, createTestApp, emptyDatabase } from './test-services.ts';

const lost = (error: Error): void => {
  throw error;
};
const clock = createClock();
const folders: string[] = [];
const opened: OpenDatabase[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map(({ close }) => close()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'despacho-backup-'));
  folders.push(folder);
  return folder;
};

interface Place {
  databaseUrl: string | undefined;
  dataDir: string;
  bucket: undefined;
}

async function openPlace(place: Place): Promise<Services> {
  const database = await openDatabase(place, lost);
  opened.push(database);
  const services = { ...createServices(database.db, clock), ...database, evidence: createStore(place) };
  await pairStore(database.db, services.evidence);
  return services;
}

/** @returns the same with the people of the tests, who replace everything in the database. */
async function openWithPeople(place: Place): Promise<Services> {
  const services = await openPlace(place);
  await resetPeople(services.db);
  await services.db.deleteFrom('meta').where('key', '=', 'evidence_store').execute();
  await pairStore(services.db, services.evidence);
  return services;
}

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
}

/** A service in use: orders are created and photos added, until stopped. */
function work(services: Services) {
  const client = new DispatchClient(createTestApp(services), services.clock);
  /** The acknowledged writes. */
  const done = { orders: [] as string[], photos: [] as string[] };
  let seed = 0;
  const addOne = async (): Promise<void> => {
    const { id } = await client.createOrder();
    done.orders.push(id);
    const added = await client.ok('evidence.add', {
      id,
      file: await photo(++seed, 300, 200),
      query: { kind: 'entrega' },
    });
    done.photos.push(added.id);
  };
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) await addOne();
  };
  return {
    done,
    addOne,
    start: () => {
      const running = Promise.all([run(), run()]);
      return async () => {
        isStopped = true;
        await running;
      };
    },
  };
}

const idsOf = async ({ db }: Services, table: 'order_details' | 'evidence') =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => String(id));

/** @returns the states of all offices, which the versions of their answers contain. */
const statesOf = async ({ db }: Services) =>
  (await db.selectFrom('offices').select('state_id').execute()).map(({ state_id }) => state_id);

/** Backs up a place in use, restores it to another one, and compares. @returns what the backup left out. */
async function backUpAndRestore(from: Place, to: Place): Promise<string[]> {
  const services = await openWithPeople(from);
  const folder = await newFolder();
  const factor = await addFactor(services);
  const load = work(services);
  for (let count = 0; count < 3; count++) await load.addOne();

  const stop = load.start();
  const twice = async () => {
    const { files } = await createBackup(services, from, folder);
    // A later backup into the same folder replaces the first, and copies new photos only.
    await load.addOne();
    clock.move(1000);
    const before = { orders: [...load.done.orders], photos: [...load.done.photos] };
    expect(files).toBeGreaterThanOrEqual(1 + 3 * 3);
    const later = await createBackup(services, from, folder);
    expect(later.copied).toBeGreaterThan(0);
    expect(later.copied).toBeLessThanOrEqual(later.files - files);
    return [before, later] as const;
  };
  let pair: Awaited<ReturnType<typeof twice>>;
  try {
    pair = await twice();
  } finally {
    await stop();
  }
  const [acknowledged, second] = pair;
  expect((await readdir(folder)).toSorted()).toEqual(['backup.json', second.database, second.hashes.file, 'photos']);
  // Even in a folder that others may enter.
  expect((await stat(path.join(folder, second.database))).mode & 0o077).toBe(0);
  await closeAll();

  const { missing } = await restoreBackup(to, folder);
  expect(missing).toEqual([]);
  const restored = await openPlace(to);
  expect(await idsOf(restored, 'order_details')).toEqual(expect.arrayContaining(acknowledged.orders));
  expect(await idsOf(restored, 'evidence')).toEqual(expect.arrayContaining(acknowledged.photos));
  const now = new Date(Date.now() + 7_200_000);
  expect((await sweepEvidence(restored.db, restored.evidence, { now, remove: false })).missing).toEqual([]);
  // It works on: ids continue, photos are shown and added.
  const again = work(restored);
  await again.addOne();
  expect(acknowledged.orders).not.toContain(again.done.orders[0]);
  await expectCarried(factor, restored);
  await closeAll();
  await expect(restoreBackup(to, folder)).rejects.toThrow(/is not empty/);
  return second.left;
}

const newPlace = async (databaseUrl?: string): Promise<Place> => ({
  databaseUrl,
  dataDir: await newFolder(),
  bucket: undefined,
});

describe('a backup of the embedded database', { timeout: 300_000 }, () => {
  /** With its tables, because creating them takes seconds. */
  const preparedPlace = async (): Promise<Place> => {
    const place = await newPlace();
    await rename(await emptyDatabase(), path.join(place.dataDir, 'database'));
    return place;
  };

  it('taken while in use contains every acknowledged write, and a file for every photo', async () => {
    await backUpAndRestore(await preparedPlace(), await newPlace());
  });

  it('rejects an incomplete, damaged, newer or different kind of backup', async () => {
    const place = await preparedPlace();
    const services = await openWithPeople(place);
    await work(services).addOne();
    const folder = await newFolder();
    const { hashes, database } = await createBackup(services, place, folder);
    await closeAll();
    const manifest = path.join(folder, 'backup.json');
    const text = await readFile(manifest, 'utf8');

    await expect(restoreBackup(await newPlace('postgres://127.0.0.1:1/x'), folder)).rejects.toThrow(
      /embedded database/,
    );
    await writeFile(manifest, text.replace(/"migration": "\d+/, '"migration": "999'));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/a newer release has used it/);
    await writeFile(manifest, text.replace(/"migration": "[^"]+/, '"migration": "048-doors-and-dates'));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(
      /it is of release 0\.9\.0, .*Start release 0\.9\.0 on it once/,
    );
    await writeFile(manifest, text.replace(/"order_details": \d+/, '"order_details": 7'));
    const unused = await newPlace();
    await expect(restoreBackup(unused, folder)).rejects.toThrow(/differs from the backup in order_details/);
    expect(await readdir(unused.dataDir)).toEqual([]);
    await writeFile(manifest, text.replace(database, `../${path.basename(folder)}/${database}`));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/unknown format/);
    await writeFile(manifest, text);
    const list = path.join(folder, hashes.file);
    const listed = await readFile(list, 'utf8');
    // Every file, not a sample of them.
    for (const name of listed.split('\n').flatMap((line) => line.split('  ')[1] ?? [])) {
      const file = path.join(folder, 'photos', name.slice(0, 2), name);
      const bytes = await readFile(file);
      await writeFile(file, Buffer.alloc(bytes.length));
      await expect(restoreBackup(unused, folder)).rejects.toThrow(`${name} differs from the backup`);
      expect(await readdir(unused.dataDir)).toEqual([]);
      await writeFile(file, bytes);
    }
    await writeFile(list, listed.replace(/^\w/, 'x'));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/missing or was changed/);
    await writeFile(list, listed);
    const key = path.join(await newFolder(), 'key');
    await writeFile(key, 'secret');
    for (const makeLink of [symlink, link]) {
      const inside = path.join(folder, 'photos', 'clave.jpg');
      await makeLink(key, inside);
      await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/clave\.jpg is a link/);
      await rm(inside);
    }
    await rename(path.join(folder, database), `${key}-database`);
    await symlink(`${key}-database`, path.join(folder, database));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/is a link/);
    await rm(path.join(folder, database));
    await rename(`${key}-database`, path.join(folder, database));
    await rm(manifest);
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/no complete backup/);
    expect(await readdir(path.join(folder, database))).toContain('PG_VERSION');
    // Into a place in use.
    await writeFile(manifest, text);
    await openPlace(place);
    await expect(restoreBackup(place, folder)).rejects.toThrow(/Another process is using/);
  });
});

describe('restoreServer', () => {
  it.each([
    ['postgres://ana:secret%2Bword@db/despacho?sslmode=require', 'secret+word'],
    ['postgres://ana@db/despacho?password=secret%2Bword&sslmode=require', 'secret+word'],
    ['postgres://ana:old@db/despacho?password=secret%2Bword&sslmode=require', 'secret+word'],
  ])('G37: keeps the password of %s out of the command line', async (databaseUrl, password) => {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'pg_restore'), `#!/bin/sh\n/bin/echo "$@" "$PGPASSWORD" >"${folder}/call"\n`, {
      mode: 0o700,
    });
    vi.stubEnv('PATH', folder);
    await restoreServer(databaseUrl, 'dump', { schema: 'public', extensions: [], lines: [], foreign: [] });
    const [call = '', given] = (await readFile(path.join(folder, 'call'), 'utf8')).split(' dump ');
    expect(given?.trim()).toBe(password);
    expect(call).toContain('--dbname=postgres://ana@db/despacho?sslmode=require');
    expect(call).not.toContain('secret');
  });
});

/** Objects of others in a database: an extension that is not trusted, a schema, and in ours a table and more. */
const OF_OTHERS = [
  'create extension pg_stat_statements',
  'create schema reports',
  'create table reports.daily (day date primary key)',
  'create table dba_notes (id bigint generated always as identity primary key, note text)',
  "insert into dba_notes (note) values ('vacuumed')",
  'create view dba_slow as select * from pg_stat_statements',
  "create function dba_now() returns timestamptz language sql as 'select now()'",
];

/** Executes statements as the operator of the server. */
async function asOperator(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(asSuperuser(databaseUrl));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const relationsOf = async (databaseUrl: string): Promise<string[]> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i'",
  );
  await client.end();
  return rows.map(({ name }) => name);
};

onPostgres('a backup of a PostgreSQL', (world) => {
  it('taken while in use contains every acknowledged write, and nothing that belongs to others', async () => {
    const [from, to] = [await world.createDatabase('backed_up'), await world.createDatabase('restored')];
    await asOperator(from, OF_OTHERS);
    // Another extension there, and a table of the same name.
    await asOperator(to, ['create extension pgrowlocks', 'create table dba_notes (id bigint)']);
    const left = await backUpAndRestore(await newPlace(from), await newPlace(to));
    expect(left).toEqual(['dba_notes', 'dba_notes_id_seq', 'dba_slow']);
    expect(await relationsOf(to)).not.toContain('dba_slow');
    // Otherwise the first searches would take minutes.
    const restored = connect({ connectionString: to, max: 1 });
    expect(await tablesWithoutStatistics(restored)).toEqual([]);
    await restored.destroy();
  });

  // oxlint-disable-next-line despacho/environment-in-config-alone -- the long run sets it
  it.runIf(process.env['FULL'] === '1')(
    'is restored alone from a dump of everything, as earlier versions made it',
    async () => {
      const place = await newPlace(await world.createDatabase('beside_others'));
      await asOperator(place.databaseUrl ?? '', OF_OTHERS);
      const services = await openWithPeople(place);
      const folder = await newFolder();
      const { database } = await createBackup(services, place, folder);
      await closeAll();
      // By a superuser.
      const dump = path.join(folder, database);
      await rm(dump);
      execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, asSuperuser(place.databaseUrl ?? '')]);
      const manifest = path.join(folder, 'backup.json');
      const text = await readFile(manifest, 'utf8');
      await writeFile(manifest, text.replace('"rows": {', '"rows": { "dba_notes": 1,'));
      const to = await newPlace(await world.createDatabase('without_others'));
      await restoreBackup(to, folder);
      expect(await relationsOf(to.databaseUrl ?? '')).toEqual(expect.not.arrayContaining(['dba_notes', 'dba_slow']));
      await openPlace(to);
    },
  );

  it('is refused before writing anything if its schema or an extension is missing', async () => {
    const place = await newPlace(await world.createDatabase('source'));
    const services = await openPlace(place);
    const folder = await newFolder();
    const { database } = await createBackup(services, place, folder);
    const url = await world.createDatabase('unfit');
    const to = await newPlace(url);
    const name = new URL(url).pathname.slice(1);
    const refused = async (change: string, undo: string, message: RegExp) => {
      await asOperator(url, [change]);
      await expect(restoreBackup(to, folder)).rejects.toThrow(message);
      expect(await relationsOf(url)).toEqual([]);
      expect(await readdir(to.dataDir)).toEqual([]);
      await asOperator(url, [undo]);
    };
    const schema = `alter database "${name}" set search_path`;
    await refused(`${schema} = other`, `${schema} = public`, /was not changed: .* schema \(none\) .* are in public/);
    await refused(
      `alter database "${name}" owner to postgres; grant create on schema public to despacho`,
      `alter database "${name}" owner to despacho; revoke create on schema public from despacho`,
      /was not changed: .* extension pg_trgm, btree_gin/,
    );
    await refused(
      'alter schema public owner to postgres',
      'alter schema public owner to pg_database_owner',
      /was not changed: its role may not create tables in the schema public/,
    );
    await writeFile(path.join(folder, database), 'not a dump');
    await refused('select', 'select', /pg_restore failed: .*archive/);
  });

  it('can be continued after photos failed, and no service starts meanwhile', async () => {
    const place = await newPlace(await world.createDatabase('continued'));
    const services = await openWithPeople(place);
    await work(services).addOne();
    const folder = await newFolder();
    const { files } = await createBackup(services, place, folder);
    await closeAll();
    const to = await newPlace(await world.createDatabase('restored'));
    // No file of the photos can be written there.
    const evidence = path.join(to.dataDir, 'evidence');
    await mkdir(evidence);
    const shards = (await readdir(path.join(folder, 'photos'))).filter((entry) => entry !== 'st');
    for (const shard of shards) await symlink('/nowhere', path.join(evidence, shard));
    await expect(restoreBackup(to, folder)).rejects.toThrow(/Repeat the command, which continues, or delete the datab/);
    await expect(openPlace(to)).rejects.toThrow(/repeat the command "backup restore"/);
    await closeAll();
    for (const shard of shards) await rm(path.join(evidence, shard));
    expect((await restoreBackup(to, folder)).manifest.files).toBe(files);
    await openPlace(to);
    await expect(restoreBackup(to, folder)).rejects.toThrow(/is not empty/);
  });

  it('rejects a folder with other files or with a backup of another database', async () => {
    const one = await newPlace(await world.createDatabase('files'));
    const services = await openPlace(one);
    const folder = await newFolder();
    await writeFile(path.join(folder, 'letter.txt'), 'Estimada Rosa');
    await expect(createBackup(services, one, folder)).rejects.toThrow(/is not empty and holds no backup/);
    expect(await readdir(folder)).toEqual(['letter.txt']);
    await rm(path.join(folder, 'letter.txt'));
    await createBackup(services, one, folder);
    await services.db.updateTable('meta').set({ value: 'another' }).where('key', '=', 'evidence_store').execute();
    await expect(createBackup(services, one, folder)).rejects.toThrow(/of another database/);
  });

  it('no longer contains removed photos, and is restored with new states', async () => {
    const place = await newPlace(await world.createDatabase('photos'));
    const services = await openWithPeople(place);
    const load = work(services);
    await load.addOne();
    await load.addOne();
    const folder = await newFolder();
    await createBackup(services, place, folder);
    const [removed] = await services.db.selectFrom('evidence').select(['id', 'file']).execute();
    await services.db
      .deleteFrom('evidence')
      .where('id', '=', removed?.id ?? 0)
      .execute();
    await removePicture(services, removed?.file ?? '');
    clock.move(1000);
    expect((await createBackup(services, place, folder)).files).toBe(1 + 3);
    const states = await statesOf(services);
    await closeAll();
    const to = await newPlace(await world.createDatabase('restored'));
    expect((await restoreBackup(to, folder)).missing).toEqual([]);
    const renewed = await statesOf(await openPlace(to));
    expect(renewed).toHaveLength(states.length);
    expect(renewed.filter((state) => states.includes(state))).toEqual([]);
  });

  it('reports a missing pg_dump', async () => {
    const place = await newPlace(await world.createDatabase('without_tools'));
    const services = await openPlace(place);
    vi.stubEnv('PATH', '/nowhere');
    await expect(createBackup(services, place, await newFolder())).rejects.toThrow(/pg_dump is not installed/);
  });
});
