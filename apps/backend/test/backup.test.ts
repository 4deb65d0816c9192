import { link, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBackup } from '#upkeep/backup/create-backup.ts';
import { restoreServer } from '#upkeep/backup/database-copies.ts';
import { restoreBackup } from '#upkeep/backup/restore-backup.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { removePicture } from '#field/evidence/add-evidence.ts';
import { createStore, pairStore } from '#field/evidence/open-store.ts';
import { sweepEvidence } from '#field/evidence/sweep.ts';
import { type Services } from '#edge/services.ts';
import { DispatchClient } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
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

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
}

/** A service in use: orders are created and photos added, until stopped. */
function work(services: Services) {
  const client = new DispatchClient(createTestApp(services), services.clock);
  /** What was acknowledged. */
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

/** Backs up a place in use, restores it to another one, and compares. */
async function backUpAndRestore(from: Place, to: Place): Promise<void> {
  const services = await openPlace(from);
  await resetPeople(services.db);
  await services.db.deleteFrom('meta').where('key', '=', 'evidence_store').execute();
  await pairStore(services.db, services.evidence);
  const folder = await newFolder();
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
  // Also in a folder that others may enter.
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
  await closeAll();
  await expect(restoreBackup(to, folder)).rejects.toThrow(/is not empty/);
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
    const services = await openPlace(place);
    await resetPeople(services.db);
    await services.db.deleteFrom('meta').where('key', '=', 'evidence_store').execute();
    await pairStore(services.db, services.evidence);
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
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/newer version/);
    await writeFile(manifest, text.replace(/"migration": "[^"]+/, '"migration": "048-doors-and-dates'));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/schema 048-doors-and-dates of an earlier/);
    await writeFile(manifest, text.replace(/"order_details": \d+/, '"order_details": 7'));
    await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(/differs from the backup in order_details/);
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
      await expect(restoreBackup(await newPlace(), folder)).rejects.toThrow(`${name} differs from the backup`);
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
    await restoreServer(databaseUrl, 'dump');
    const [call = '', given] = (await readFile(path.join(folder, 'call'), 'utf8')).split(' dump ');
    expect(given?.trim()).toBe(password);
    expect(call).toContain('--dbname=postgres://ana@db/despacho?sslmode=require');
    expect(call).not.toContain('secret');
  });
});

onPostgres('a backup of a PostgreSQL', (world) => {
  it('taken while in use contains every acknowledged write, and a file for every photo', async () => {
    const [from, to] = [await world.createDatabase('backed_up'), await world.createDatabase('restored')];
    await backUpAndRestore(await newPlace(from), await newPlace(to));
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

  it('no longer contains photos that were removed, and is restored after that, with new states', async () => {
    const place = await newPlace(await world.createDatabase('photos'));
    const services = await openPlace(place);
    await resetPeople(services.db);
    await services.db.deleteFrom('meta').where('key', '=', 'evidence_store').execute();
    await pairStore(services.db, services.evidence);
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
