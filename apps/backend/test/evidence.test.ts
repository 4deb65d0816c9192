import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { type DispatchOperationId, MAX_ORDER_PHOTOS } from '@despacho/contracts/dispatch';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addEvidence, type NewEvidence } from '#field/evidence/add-evidence.ts';
import { type EvidenceStore, StoreFull } from '#field/evidence/evidence-store.ts';
import { photosInStore, sweepEvidence } from '#field/evidence/sweep.ts';
import { Refusal } from '#platform/refusal.ts';
import { dispatcherOf, type Worker, WORKER_NAMES } from './dispatch-world.ts';
import { hostilePhotos, photo } from './evidence-files.ts';
import { type createMemoryStore } from './memory-store.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const desk = useDesk();
const { dispatch } = desk;

const KIND = { kind: 'entrega' };
const store = () => desk.services.evidence as ReturnType<typeof createMemoryStore>;
const add = (id: string, file: Buffer, key?: string) =>
  dispatch.ok('evidence.add', { id, file, query: KIND, ...(key !== undefined && { key }) });
const rows = () => desk.db.selectFrom('evidence').selectAll().orderBy('id').execute();
const countOf = async (id: string) => (await dispatch.order(id)).evidence;

/** A photo as a courier's phone would send it. */
const fromPhone = (orderId: string, bytes: Buffer, changes: Partial<NewEvidence> = {}): NewEvidence => ({
  upload: randomUUID(),
  orderId: Number(orderId),
  kind: 'entrega',
  bytes,
  mediaType: 'image/jpeg',
  ...changes,
});

describe('a photo', () => {
  it('is stored in three sizes without metadata, and shown with its order', async () => {
    const order = await dispatch.createOrder();
    const added = await add(order.id, await photo(1, 3000, 1500));
    expect(added).toMatchObject({
      kind: 'entrega',
      attempt: 1,
      width: 2048,
      height: 1024,
      sameAs: null,
      receiver: null,
    });
    expect(await countOf(order.id)).toBe(1);
    expect(await dispatch.ok('evidence.list', { id: order.id })).toEqual([added]);
    expect(store().files.size).toBe(3);
    let bytes = 0;
    for (const file of store().files.values()) {
      bytes += file.length;
      expect(file.includes('canario4711') || file.includes('script')).toBe(false);
      expect((await sharp(file).metadata()).exif).toBeUndefined();
    }
    expect(added.bytes).toBe(bytes);
    const company = await desk.db
      .selectFrom('companies')
      .select('storage_used')
      .where('id', '=', 'norte')
      .executeTakeFirst();
    expect(company?.storage_used).toBe(5_000_000_000 + bytes);
  });

  it('is turned as the camera recorded it', async () => {
    const order = await dispatch.createOrder();
    const turned = await sharp(await photo(2, 400, 200))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await add(order.id, turned)).toMatchObject({ width: 200, height: 400 });
  });

  it('adds the event of its office, once', async () => {
    const order = await dispatch.createOrder();
    const file = await photo(3);
    const key = randomUUID();
    const added = await add(order.id, file, key);
    const events = () => desk.db.selectFrom('events').select('data').where('type', '=', 'evidence.added').execute();
    expect((await events()).map(({ data }) => data)).toEqual([
      {
        type: 'evidence.added',
        at: NOW.toISOString(),
        officeId: 'N1',
        actor: { username: 'ana', user: 'Doña ana' },
        order: { id: order.id, code: order.code, evidence: 1 },
        evidence: { id: added.id, kind: 'entrega' },
      },
    ]);
    // The same upload after weeks, and the same file as another upload.
    desk.clock.move(40 * 86_400_000);
    expect(await add(order.id, file, key)).toEqual(added);
    expect(await add(order.id, file)).toEqual(added);
    expect([(await events()).length, (await rows()).length, store().files.size]).toEqual([1, 1, 3]);
    expect((await dispatch.call('evidence.add', { id: order.id, file: await photo(4), query: KIND, key })).status).toBe(
      409,
    );
    // The order's history still has only its changes.
    expect((await dispatch.ok('orders.read', { id: order.id })).timeline).toHaveLength(1);
  });

  it('sent twice at the same time is stored once', async () => {
    const order = await dispatch.createOrder();
    const file = await photo(5);
    const both = await Promise.all([add(order.id, file), add(order.id, file)]);
    expect(both[0]).toEqual(both[1]);
    expect([(await rows()).length, store().files.size, await countOf(order.id)]).toEqual([1, 3, 1]);
  });

  it('of another order of the company is stored and marked', async () => {
    const [one, other] = await dispatch.createOrders(2);
    const file = await photo(6);
    await add(one?.id ?? '', file);
    expect(await add(other?.id ?? '', file)).toMatchObject({ sameAs: { code: one?.code } });
    const foreign = await dispatch.createOrder({}, 'stranger');
    await desk.db.updateTable('companies').set({ storage_quota: 1_000_000_000 }).where('id', '=', 'sur').execute();
    expect(await dispatch.ok('evidence.add', { as: 'stranger', id: foreign.id, file, query: KIND })).toMatchObject({
      sameAs: null,
    });
  });

  it('keeps the time of its device, corrected, and masks the document of the receiver', async () => {
    const order = await dispatch.createOrder();
    const receiver = { name: 'Rosa Díaz', document: '45678912', relation: 'Vecina' };
    const takenAt = new Date(NOW.getTime() - 600_000);
    const added = await addEvidence(
      desk.services,
      dispatcherOf('ana'),
      fromPhone(order.id, await photo(7), {
        kind: 'firma',
        receiver,
        takenAt,
        clockOffsetMs: 60_000,
        place: { lat: -12.1, lng: -77, accuracy: 8 },
      }),
    );
    expect(added).toMatchObject({
      kind: 'firma',
      receiver: { ...receiver, document: '•••••912' },
      takenAt: new Date(NOW.getTime() - 540_000).toISOString(),
      arrivedAt: NOW.toISOString(),
      place: { lat: -12.1, lng: -77, accuracy: 8 },
    });
    const ahead = await addEvidence(
      desk.services,
      dispatcherOf('ana'),
      fromPhone(order.id, await photo(8), { takenAt: new Date('2099-01-01') }),
    );
    expect(ahead.takenAt).toBe(NOW.toISOString());
  });

  it('of an unknown order, or of another office, is refused before it is decoded', async () => {
    const foreign = await dispatch.createOrder({}, 'neighbour');
    for (const id of ['999999', foreign.id])
      expect((await dispatch.call('evidence.add', { id, file: 'x', query: KIND })).status).toBe(404);
  });
});

describe('what is not a photo', () => {
  it('G40: is refused in Spanish, and leaves nothing', async () => {
    const order = await dispatch.createOrder();
    for (const [kind, { bytes, type }] of Object.entries(await hostilePhotos())) {
      const refused = addEvidence(desk.services, dispatcherOf('ana'), fromPhone(order.id, bytes, { mediaType: type }));
      await expect(refused, kind).rejects.toThrow(/^(La foto|La imagen|El archivo) /);
      await expect(refused, kind).rejects.toHaveProperty('name', 'Refusal');
    }
    expect([await rows(), store().files.size, await countOf(order.id)]).toEqual([[], 0, 0]);
  });

  it('drops bytes appended to a valid file', async () => {
    const order = await dispatch.createOrder();
    const zip = Buffer.from('504b0304<script>alert(1)</script>', 'latin1');
    await add(order.id, Buffer.concat([await photo(10), zip]));
    for (const file of store().files.values()) expect(file.includes('<script>')).toBe(false);
  });

  it('accepts a photo of 25 megapixels', async () => {
    const order = await dispatch.createOrder();
    const large = blackPng(5000, 5000);
    expect(
      await addEvidence(desk.services, dispatcherOf('ana'), fromPhone(order.id, large, { mediaType: 'image/png' })),
    ).toMatchObject({ width: 2048, height: 2048 });
  });

  it('requires a type of the contract', async () => {
    const order = await dispatch.createOrder();
    const refused = fromPhone(order.id, await photo(1), { mediaType: 'image/svg+xml' });
    await expect(addEvidence(desk.services, dispatcherOf('ana'), refused)).rejects.toHaveProperty('kind', 'wrong-type');
  });
});

describe('limits', () => {
  it('G40: an order, an office in a day, and a company have their limits', async () => {
    const order = await dispatch.createOrder();
    const file = await photo(11);
    const refused = async () =>
      (await dispatch.call('evidence.add', { id: order.id, file, query: KIND })).body as unknown;
    const { db } = desk;
    const norte = (set: { storage_used: number }) =>
      db.updateTable('companies').set(set).where('id', '=', 'norte').execute();
    await norte({ storage_used: 1_000_000_000_000 });
    expect(await refused()).toEqual({ message: 'El almacenamiento de la empresa está lleno; avise al administrador' });
    await norte({ storage_used: 0 });
    const added = await add(order.id, await photo(12));
    await db
      .updateTable('evidence')
      .set({ bytes: desk.services.config.officeDay.bytes })
      .where('id', '=', Number(added.id))
      .execute();
    expect(await refused()).toEqual({ message: 'La oficina recibió hoy demasiadas fotos; avise al administrador' });
    desk.clock.move(86_400_000);
    await db
      .updateTable('order_details')
      .set({ evidence: MAX_ORDER_PHOTOS })
      .where('id', '=', Number(order.id))
      .execute();
    expect(await refused()).toEqual({ message: 'La orden ya tiene 40 fotos, el máximo' });
    await db.updateTable('order_details').set({ evidence: 1 }).where('id', '=', Number(order.id)).execute();
    await add(order.id, file);
  });

  it('the limit of an office and day is a setting', async () => {
    const order = await dispatch.createOrder();
    const { config } = desk.services;
    const services = { ...desk.services, config: { ...config, officeDay: { photos: 1, bytes: 10 ** 9 } } };
    const add = async (seed: number) =>
      addEvidence(services, dispatcherOf('ana'), fromPhone(order.id, await photo(seed)));
    await add(16);
    await expect(add(17)).rejects.toThrow('La oficina recibió hoy demasiadas fotos');
  });

  it('a full store refuses the photo, keeps none of it, and allows a retry', async () => {
    const order = await dispatch.createOrder();
    const memory = store();
    let left = 2;
    const full: EvidenceStore = {
      ...memory,
      put: (name, bytes) => (left-- > 0 ? memory.put(name, bytes) : Promise.reject(new StoreFull('full'))),
    };
    const services = { ...desk.services, evidence: full };
    const input = fromPhone(order.id, await photo(13));
    await expect(addEvidence(services, dispatcherOf('ana'), input)).rejects.toThrow(
      'No hay espacio para guardar fotos',
    );
    expect([await rows(), memory.files.size, await countOf(order.id)]).toEqual([[], 0, 0]);
    left = 3;
    await addEvidence(services, dispatcherOf('ana'), input);
    expect([(await rows()).length, memory.files.size]).toEqual([1, 3]);
  });

  it('a failed write of the row leaves no row, and leaves the files to the sweep', async () => {
    const order = await dispatch.createOrder();
    const unknown = fromPhone(order.id, await photo(13), { courierId: 999_999 });
    await expect(addEvidence(desk.services, dispatcherOf('ana'), unknown)).rejects.toThrow(/foreign key/);
    expect([await rows(), store().files.size]).toEqual([[], 3]);
  });

  it('a refused row leaves no files', async () => {
    const order = await dispatch.createOrder();
    const memory = store();
    const broken: EvidenceStore = {
      ...memory,
      put: async (name, bytes) => {
        await memory.put(name, bytes);
        if (memory.files.size === 3)
          await desk.db.deleteFrom('order_progress').where('order_id', '=', Number(order.id)).execute();
      },
    };
    const services = { ...desk.services, evidence: broken };
    await expect(addEvidence(services, dispatcherOf('ana'), fromPhone(order.id, await photo(14)))).rejects.toThrow(
      Refusal,
    );
    expect([await rows(), memory.files.size]).toEqual([[], 0]);
  });
});

describe('the sweep', () => {
  it('finds files without a photo and photos without a file, and removes only the former', async () => {
    const orders = await dispatch.createOrders(2);
    const [kept, lost] = await Promise.all(orders.map(async ({ id }, at) => add(id, await photo(60 + at))));
    const memory = store();
    const { file } = await desk.db
      .selectFrom('evidence')
      .select('file')
      .where('id', '=', Number(lost?.id))
      .executeTakeFirstOrThrow();
    memory.files.delete(`${file}-mini.webp`);
    // Like those of a killed process: stored without a row, and half written.
    const orphan = randomUUID();
    await memory.put(`${orphan}.jpg`, Buffer.from('12345'));
    const half = `${orphan}-mini.webp.tmp-${randomUUID()}`;
    await memory.put(half, Buffer.from('1'));
    await memory.put('store-id', Buffer.from('x'));
    const now = new Date(NOW.getTime() + 2 * 3_600_000);
    const expected = {
      photos: 2,
      files: 7,
      orphans: [half, `${orphan}.jpg`],
      orphanBytes: 6,
      missing: [Number(lost?.id)],
    };
    expect(await sweepEvidence(desk.db, memory, { now, remove: false })).toEqual(expected);
    expect(memory.files.size).toBe(8);
    expect(await sweepEvidence(desk.db, memory, { now, remove: true })).toEqual(expected);
    expect(memory.files.size).toBe(6);
    expect((await dispatch.call('evidence.file', { id: kept?.id ?? '' })).status).toBe(200);
  });

  it('works page by page, and needs the files in the order of their names', async () => {
    const names = Array.from({ length: 2500 }, () => `${randomUUID()}.jpg`).sort();
    const seen: string[] = [];
    let listed = 0;
    const large: EvidenceStore = {
      ...store(),
      list: async function* () {
        for (const name of await Promise.resolve(names)) {
          listed += 1;
          yield { name, bytes: 1, changedAt: new Date(0) };
        }
      },
      remove: (name) => {
        // A page of the list, and the file after it.
        if (seen.length === 0) expect(listed).toBe(1001);
        seen.push(name);
        return Promise.resolve();
      },
    };
    expect(await sweepEvidence(desk.db, large, { now: NOW, remove: true })).toMatchObject({ files: 2500, missing: [] });
    expect(seen).toEqual(names);
    names.reverse();
    await expect(sweepEvidence(desk.db, large, { now: NOW, remove: false })).rejects.toThrow(/by name/);
  });

  it('finds every photo that shares a missing file, across pages', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, await photo(63));
    await sql`
      insert into evidence (company_id, office_id, upload, order_id, client_id, ubigeo, attempt, kind, at, device_at,
        arrived_at, file, width, height, bytes, sha256, by_username, by_user)
      select company_id, office_id, 'u' || n, order_id, client_id, ubigeo, 1, kind, at, device_at, arrived_at,
        'File-' || n / 3, 1, 1, 1, 'h' || n, 'a', 'A'
      from evidence, generate_series(1, 7) as n where id = ${Number(id)}`.execute(desk.db);
    const read = async (page: number) => {
      const found: { id: number; file: string }[] = [];
      for await (const each of photosInStore(desk.db, new Date('9999-01-01'), page)) found.push(each);
      return found;
    };
    const all = await read(1000);
    expect(all).toHaveLength(8);
    expect(await read(2)).toEqual(all);
    // By the codes of the characters: capitals and digits first.
    expect(all.map(({ file }) => file)).toEqual(all.map(({ file }) => file).sort());
    const now = new Date('9999-01-01');
    const { missing, photos } = await sweepEvidence(desk.db, store(), { now, remove: false });
    expect([photos, missing.length, missing.includes(Number(id))]).toEqual([8, 7, false]);
  });

  it('leaves files and photos of uploads in progress alone', async () => {
    const order = await dispatch.createOrder();
    await add(order.id, await photo(62));
    const memory = store();
    const young: EvidenceStore = {
      ...memory,
      list: async function* () {
        for await (const stored of memory.list()) yield { ...stored, changedAt: NOW };
      },
    };
    await memory.put(`${randomUUID()}.jpg`, Buffer.from('x'));
    memory.files.delete([...memory.files.keys()][0] ?? '');
    const found = await sweepEvidence(desk.db, young, { now: NOW, remove: true });
    expect(found).toMatchObject({ photos: 0, files: 3, orphans: [], missing: [] });
  });
});

describe('the file of a photo', () => {
  it('G31: is an image for the page, 304 while it is known, and an attachment on demand', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, await photo(15));
    const shown = await dispatch.download('evidence.file', { id, query: { medida: 'mini' } });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="${order.code}-entrega-${id}.webp"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect((await sharp(shown.body as Buffer).metadata()).width).toBe(320);
    const saved = await dispatch.download('evidence.file', { id, query: { descarga: '1' } });
    expect(saved.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${order.code}-entrega-${id}.jpg"`,
    });
    expect(saved.headers['etag']).not.toBe(shown.headers['etag']);
  });

  it('reports that its file is missing', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, await photo(16));
    store().files.clear();
    const answer = await dispatch.call('evidence.file', { id });
    expect([answer.status, answer.body]).toEqual([
      503,
      { message: 'El archivo de esta foto no está disponible; avise al administrador' },
    ]);
  });
});

describe('the photos of an office', () => {
  it('are listed by time, page by page, with each filter', async () => {
    const courier = await dispatch.createCourier();
    const made = await dispatch.createOrders(3);
    const [one, two, three] = made.map(({ id }) => id) as [string, string, string];
    await dispatch.ok('orders.edit', {
      id: two,
      body: { version: 1, changes: { place: { address: 'x', reference: null, ubigeo: '150101', point: null } } },
    });
    const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
    const ids: string[] = [];
    for (const [at, id] of [one, two, three].entries()) {
      const takenAt = new Date(`${days[at] ?? ''}T12:00:00-05:00`);
      const courierId = at === 2 ? Number(courier) : null;
      const input = fromPhone(id, await photo(20 + at), { takenAt, courierId, kind: at === 0 ? 'fachada' : 'entrega' });
      desk.clock.move(6 * 3_600_000);
      ids.push((await addEvidence(desk.services, dispatcherOf('ana'), input)).id);
    }
    const found = async (query: Record<string, string> = {}) =>
      (await dispatch.ok('evidence.page', { as: 'clerk', query })).photos.map(({ id }) => id);
    const [first, second, third] = ids as [string, string, string];
    expect(await found()).toEqual([third, second, first]);
    expect(await found({ cursor: `${Date.parse('2026-11-19T12:00:00-05:00')}-${second}` })).toEqual([first]);
    expect(await found({ desde: '2026-11-19' })).toEqual([third, second]);
    expect(await found({ desde: '2026-11-19', hasta: '2026-11-19' })).toEqual([second]);
    expect(await found({ tipo: 'fachada' })).toEqual([first]);
    expect(await found({ repartidor: courier })).toEqual([third]);
    expect(await found({ distrito: '150101' })).toEqual([second]);
    expect(await found({ cliente: 'c1' })).toEqual([third, second, first]);
    expect(await found({ cliente: 'c2' })).toEqual([]);
    const { photos } = await dispatch.ok('evidence.page', { as: 'clerk', query: { tipo: 'fachada' } });
    expect(photos[0]?.order).toMatchObject({
      id: one,
      code: made[0]?.code,
      recipient: 'José Peña',
      state: 'pendiente',
    });
  });

  it('are found by the client and district of their order after an edit of it', async () => {
    const { id, version } = await dispatch.createOrder();
    await add(id, await photo(29));
    const found = async (query: Record<string, string>) =>
      (await dispatch.ok('evidence.page', { as: 'clerk', query })).photos.length;
    const everywhere = () =>
      Promise.all([{ cliente: 'c1' }, { distrito: '150122' }, { cliente: 'c2' }, { distrito: '150101' }].map(found));
    expect(await everywhere()).toEqual([1, 1, 0, 0]);
    const changes = {
      client: { id: 'c2', name: 'Bodega', phone: null },
      place: { address: 'x', reference: null, ubigeo: '150101', point: null },
    };
    await dispatch.ok('orders.edit', { id, body: { version, changes } });
    expect(await everywhere()).toEqual([0, 0, 1, 1]);
  });

  it('of another office or company are not listed', async () => {
    const order = await dispatch.createOrder({}, 'neighbour');
    await dispatch.ok('evidence.add', { as: 'neighbour', id: order.id, file: await photo(30), query: KIND });
    expect((await dispatch.ok('evidence.page', { as: 'clerk' })).photos).toEqual([]);
  });

  it('count as missing in «Sin evidencia» for delivered orders only', async () => {
    const orders = await dispatch.createOrders(2);
    const ids = orders.map(({ id }) => id);
    const courierId = await dispatch.createCourier();
    await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(ids) } });
    await dispatch.close(ids, { to: 'entregada' });
    const without = async () => (await dispatch.ok('orders.counts', {})).flags?.sin_evidencia;
    expect(await without()).toBe(2);
    await add(ids[0] ?? '', await photo(31));
    expect(await without()).toBe(1);
    const list = await dispatch.ok('orders.list', { query: { marca: 'sin_evidencia' } });
    expect(list.orders.map(({ id }) => id)).toEqual([ids[1]]);
  });
});

describe('permissions of photos', () => {
  /*
   * Written by hand: the status each person gets for a request to office N1. Orders need U01, Imagenes T02; of these
   * people only the clerk has T02.
   */
  const OF_N1: Record<Worker, { seen: number; added: number; wall: number; removed: number }> = {
    ana: { seen: 200, added: 200, wall: 403, removed: 403 },
    luis: { seen: 200, added: 200, wall: 403, removed: 403 },
    chief: { seen: 200, added: 200, wall: 403, removed: 200 },
    clerk: { seen: 200, added: 403, wall: 200, removed: 403 },
    blindchief: { seen: 403, added: 403, wall: 403, removed: 403 },
    keeper: { seen: 403, added: 403, wall: 403, removed: 403 },
    neighbour: { seen: 404, added: 404, wall: 403, removed: 404 },
    stranger: { seen: 404, added: 404, wall: 403, removed: 404 },
  };

  it('G20: each person gets the expected status for office N1', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, await photo(40));
    for (const [index, as] of WORKER_NAMES.entries()) {
      const before = await rows();
      const statusOf = async (operation: DispatchOperationId, sent: object) =>
        (await dispatch.call(operation, { as, office: 'N1', ...sent })).status;
      const { seen, added, wall, removed } = OF_N1[as];
      expect([as, await statusOf('evidence.list', { id: order.id })]).toEqual([as, seen]);
      expect([as, await statusOf('evidence.file', { id })]).toEqual([as, seen]);
      expect([as, await statusOf('evidence.page', {})]).toEqual([as, wall]);
      expect([as, await statusOf('evidence.missing', {})]).toEqual([as, wall]);
      expect([as, await statusOf('evidence.prepare', { body: { photos: [id] } })]).toEqual([as, wall]);
      const { id: extra } = await add(order.id, await photo(80 + index));
      expect([as, await statusOf('evidence.remove', { id: extra, body: { why: 'Borrosa' } })]).toEqual([as, removed]);
      const file = await photo(41 + index);
      expect([as, await statusOf('evidence.add', { id: order.id, file, query: KIND })]).toEqual([as, added]);
      expect((await rows()).length - before.length).toBe(1 + (added === 200 ? 1 : 0) - (removed === 200 ? 1 : 0));
    }
  });

  it('G20: a photo or an order of another office is unknown, even for charge S', async () => {
    const order = await dispatch.createOrder({}, 'neighbour');
    const file = await photo(42);
    const { id } = await dispatch.ok('evidence.add', { as: 'neighbour', id: order.id, file, query: KIND });
    const ask = async (operation: DispatchOperationId, sent: object, office: string) =>
      (await dispatch.call(operation, { as: 'chief', office, ...sent })).status;
    for (const [office, status] of [
      ['N1', 404],
      ['N2', 200],
    ] as const) {
      expect(await ask('evidence.list', { id: order.id }, office)).toBe(status);
      expect(await ask('evidence.file', { id }, office)).toBe(status);
      expect(await ask('evidence.add', { id: order.id, file, query: KIND }, office)).toBe(status);
      expect(await ask('evidence.remove', { id, body: { why: 'Borrosa' } }, office)).toBe(status);
    }
  });
});
