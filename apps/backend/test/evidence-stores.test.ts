import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { addEvidence } from '#field/evidence/add-evidence.ts';
import { createDiskStore } from '#field/evidence/disk-store.ts';
import { type EvidenceStore, type StoredFile, StoreFull } from '#field/evidence/evidence-store.ts';
import { pairStore, STORE_ID } from '#field/evidence/open-store.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { createMemoryStore } from './memory-store.ts';
import { useDesk } from './use-desk.ts';

const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evidence-'));
  folders.push(folder);
  return folder;
};
const mounted: string[] = [];
afterEach(async () => {
  for (const folder of mounted.splice(0)) spawnSync('umount', [folder]);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const all = async (store: EvidenceStore): Promise<StoredFile[]> => {
  const files: StoredFile[] = [];
  for await (const file of store.list()) files.push(file);
  return files;
};

describe('photos on a disk', () => {
  const desk = useDesk();

  it('are written, replaced, listed and removed, readable only by their owner', async () => {
    const root = path.join(await newFolder(), 'evidence');
    const store = createDiskStore(root);
    expect([await store.get('abc.jpg'), await all(store)]).toEqual([undefined, []]);
    await store.put('abc.jpg', Buffer.from('uno'));
    await store.put('abc.jpg', Buffer.from('dos'));
    expect((await store.get('abc.jpg'))?.toString()).toBe('dos');
    expect(await all(store)).toMatchObject([{ name: 'abc.jpg', bytes: 3 }]);
    expect((await stat(path.join(root, 'ab', 'abc.jpg'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(root, 'ab'))).mode & 0o777).toBe(0o700);
    await store.remove('abc.jpg');
    await store.remove('abc.jpg');
    expect(await all(store)).toEqual([]);
  });

  it('leave no partial file behind when writing fails, and report a full disk', async () => {
    const root = await newFolder();
    const store = createDiskStore(root);
    // A device that is always full takes the place of the folder of this name.
    await store.put('abc.jpg', Buffer.from('uno'));
    const failing = createDiskStore('/dev/full/none');
    await expect(failing.put('abc.jpg', Buffer.from('x'))).rejects.toThrow('ENOTDIR');
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const bytes = new Proxy(Buffer.from('dos'), {
      get: () => {
        throw full;
      },
    });
    await expect(store.put('abc.jpg', bytes)).rejects.toThrow(StoreFull);
    expect(await readdir(path.join(root, 'ab'))).toEqual(['abc.jpg']);
    expect((await store.get('abc.jpg'))?.toString()).toBe('uno');
  });

  /** A file system of 64 KB, where this process may mount one. */
  const smallDisk = async (): Promise<string | undefined> => {
    const folder = await newFolder();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    if (status !== 0) return undefined;
    mounted.push(folder);
    return folder;
  };

  it('report a full disk with what to do, and keep the stored photos', async ({ skip }) => {
    const folder = await smallDisk();
    if (folder === undefined) return skip('only root can mount a small disk');
    const evidence = createDiskStore(folder);
    const services = { ...desk.services, evidence };
    const [one, other] = await desk.dispatch.createOrders(2);
    const add = async (orderId = '', bytes: Buffer) =>
      addEvidence(services, dispatcherOf('ana'), {
        upload: randomUUID(),
        orderId: Number(orderId),
        kind: 'entrega',
        bytes,
        mediaType: 'image/png',
      });
    const added = await add(one?.id, blackPng(400, 300));
    const before = await all(evidence);
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    await expect(add(other?.id, noise)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^No hay espacio para guardar fotos; avise al administrador/) as string,
    });
    expect(await all(evidence)).toEqual(before);
    expect(await desk.db.selectFrom('evidence').select('id').execute()).toEqual([{ id: Number(added.id) }]);
    // The order can still be changed, and photos that fit are stored.
    await add(other?.id, blackPng(64, 64));
  });

  it('never leave their folder', async () => {
    const store = createDiskStore(await newFolder());
    for (const name of ['../../etc/passwd', '/etc/passwd', 'a/b', '..', 'a\0b.jpg', 'abc.php', ''])
      await expect(store.get(name), name).rejects.toThrow(TypeError);
  });

  it('are omitted from a list if they are removed meanwhile', async () => {
    const store = createDiskStore(await newFolder());
    for (const name of ['abc.jpg', 'abd.jpg', 'abe.jpg']) await store.put(name, Buffer.from('uno'));
    const listed: string[] = [];
    for await (const { name } of store.list()) {
      listed.push(name);
      for (const other of ['abc.jpg', 'abd.jpg', 'abe.jpg']) if (other !== name) await store.remove(other);
    }
    expect(listed).toHaveLength(1);
  });

  it('that were being written during a crash are listed, and can be removed', async () => {
    const root = await newFolder();
    const store = createDiskStore(root);
    await store.put('abc.jpg', Buffer.from('uno'));
    const left = 'abd.jpg.tmp-0a8c0a4e-1111-4222-8333-444444444441';
    await writeFile(path.join(root, 'ab', left), '');
    await truncate(path.join(root, 'ab', left), 5);
    expect(await store.get('abd.jpg')).toBeUndefined();
    expect((await all(store)).map(({ name }) => name).sort()).toEqual(['abc.jpg', left]);
    await store.remove(left);
    expect((await all(store)).map(({ name }) => name)).toEqual(['abc.jpg']);
  });
});

describe('a store and its database', () => {
  const desk = useDesk();

  it('are paired by the first start, and recognised by later ones', async () => {
    const store = createMemoryStore();
    await Promise.all([pairStore(desk.db, store), pairStore(desk.db, store)]);
    await pairStore(desk.db, store);
    expect([...store.files.keys()]).toEqual([STORE_ID]);
  });

  it('do not start with a disk that is unshared, unmounted, or of another database', async () => {
    const store = createMemoryStore();
    await pairStore(desk.db, store);
    const id = store.files.get(STORE_ID)?.toString().trim() ?? '';
    const other = createMemoryStore();
    await expect(pairStore(desk.db, other)).rejects.toThrow(/must share the folder DATA_DIR\/evidence/);
    expect(other.files.size).toBe(0);
    await other.put(STORE_ID, Buffer.from('another'));
    await expect(pairStore(desk.db, other)).rejects.toThrow(id);
    // As the message says, for photos that were moved.
    await other.put(STORE_ID, Buffer.from(id));
    await pairStore(desk.db, other);
  });

  it('report an unusable store, and are not paired with it', async () => {
    const closed = { ...createMemoryStore(), put: () => Promise.reject(new Error('EACCES')) };
    await expect(pairStore(desk.db, closed)).rejects.toThrow('cannot be used: EACCES');
    const store = createMemoryStore();
    await pairStore(desk.db, store);
    expect(store.files.size).toBe(1);
  });
});
