import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { type EvidenceKind, MAX_ZIP_PHOTOS } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EvidenceStore } from '#field/evidence/evidence-store.ts';
import { ZipReader } from '#platform/files/read-zip.ts';
import { erasePersonNamed } from '#edge/commands/personal-data.ts';
import { ERASED } from '#platform/erased.ts';
import { withoutRemovals } from '#upkeep/backup/backup-lease.ts';
import { assertionOf } from './assertions.ts';
import { type Worker, workerClaims } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import { fileOf } from './file-of.ts';
import { type createMemoryStore } from './memory-store.ts';
import { csvCells } from './read-table.ts';
import { NORTE_RUC } from './people.ts';
import { createTestApp } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const MB = 1024 * 1024;

const desk = useDesk();
// Downloads use the current state of the account.
beforeEach(() =>
  desk.db
    .updateTable('users')
    .set({ permissions: ['T02'] })
    .where('id', '=', 'clerk')
    .execute(),
);
const { dispatch } = desk;

const store = () => desk.services.evidence as ReturnType<typeof createMemoryStore>;
const add = async (id: string, seed: number, kind: EvidenceKind = 'entrega') =>
  dispatch.ok('evidence.add', { id, file: await photo(seed), query: { kind } });
const prepare = (photos: string[], as: Worker = 'clerk') => dispatch.ok('evidence.prepare', { as, body: { photos } });
const download = (ticket: string, as: Worker = 'clerk') =>
  fileOf(dispatch, 'evidence.download', { as, query: { ticket } });
const rows = () => desk.db.selectFrom('evidence').selectAll().orderBy('id').execute();

/** Adds `count` rows like that of a photo, without files. @returns their ids. */
async function copiesOf(id: string, count: number): Promise<string[]> {
  const { rows: copies } = await sql<{ id: number }>`
    insert into evidence (company_id, office_id, upload, order_id, client_id, ubigeo, attempt, kind, courier_id, at,
      device_at, arrived_at, file, width, height, bytes, sha256, by_username, by_user)
    select company_id, office_id, upload || n, order_id, client_id, ubigeo, attempt, kind, courier_id, at,
      device_at, arrived_at, 'large-' || n, width, height, bytes, sha256 || n, by_username, by_user
    from evidence, generate_series(1, ${count}::integer) as n where id = ${id}
    returning id`.execute(desk.db);
  return copies.map((copy) => String(copy.id));
}

describe('an archive of photos', () => {
  it('has a folder for each order, and an index that no spreadsheet executes', async () => {
    const one = await dispatch.createOrder({ client: { id: null, name: '=SUM(A1)', phone: null } });
    const two = await dispatch.createOrder();
    const sent = [await add(one.id, 1), await add(two.id, 2, 'firma'), await add(two.id, 3, 'guia')];
    const { ticket, fileName, photos, orders } = await prepare(sent.map(({ id }) => id));
    expect([fileName, photos, orders]).toEqual(['fotos-N1-2026-11-20.zip', 3, 2]);
    const { status, headers, bytes } = await download(ticket);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      'attachment; filename="fotos-N1-2026-11-20.zip"',
    ]);
    // 2026-11-20, as the photos in it: the years begin in 1980.
    expect(bytes.readUInt16LE(bytes.lastIndexOf('PK\x01\x02') + 14)).toBe((46 << 9) | (11 << 5) | 20);
    const zip = new ZipReader(bytes);
    const index = csvCells(zip.read('indice.csv', MB) ?? Buffer.alloc(0));
    const [header = [], ...lines] = index;
    const cell = (line: string[] | undefined, name: string) => line?.[header.indexOf(name)];
    expect(lines.map((line) => [cell(line, 'Archivo'), cell(line, 'Tipo'), cell(line, 'Tomada')])).toEqual([
      [`${one.code}/2026-11-20_1000-entrega-${sent[0]?.id}.jpg`, 'Entrega', '2026-11-20 10:00'],
      [`${two.code}/2026-11-20_1000-firma-${sent[1]?.id}.jpg`, 'Firma', '2026-11-20 10:00'],
      [`${two.code}/2026-11-20_1000-guia-o-cargo-${sent[2]?.id}.jpg`, 'Guía o cargo', '2026-11-20 10:00'],
    ]);
    expect(cell(lines[0], 'Cliente')).toBe("'=SUM(A1)");
    expect(cell(lines[0], 'SHA-256 del original')).toBe(sent[0]?.sha256);
    for (const [at, line] of lines.entries()) {
      const row = (await rows())[at];
      expect(zip.read(cell(line, 'Archivo') ?? '', MB)).toEqual(store().files.get(`${row?.file ?? ''}.jpg`));
    }
    // At 02:00 the working day continues.
    desk.clock.move(16 * 60 * 60_000);
    expect((await prepare([sent[0]?.id ?? ''])).fileName).toBe(fileName);
  });

  it('stores its photos as they are, with the time they were taken', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, 4);
    const { bytes } = await download((await prepare([id])).ticket);
    const [file = Buffer.alloc(0)] = [...store().files]
      .filter(([name]) => name.endsWith('.jpg'))
      .map(([, each]) => each);
    const [method, time, date, packed, size] = [
      bytes.readUInt16LE(8),
      bytes.readUInt16LE(10),
      bytes.readUInt16LE(12),
      bytes.readUInt32LE(18),
      bytes.readUInt32LE(22),
    ];
    // Sizes before the content, so that an archive can be extracted while it arrives.
    expect([method, time >> 11, (date >> 9) + 1980, (date >> 5) & 15, date & 31, packed, size]).toEqual([
      0,
      10,
      2026,
      11,
      20,
      file.length,
      file.length,
    ]);
  });

  it('states in its index which file the store has lost', async () => {
    const order = await dispatch.createOrder();
    const [kept, lost] = [await add(order.id, 5), await add(order.id, 6)];
    const file = (await rows()).find(({ id }) => String(id) === lost.id)?.file ?? '';
    store().files.delete(`${file}.jpg`);
    const { bytes } = await download((await prepare([kept.id, lost.id])).ticket);
    const zip = new ZipReader(bytes);
    const [, ...lines] = csvCells(zip.read('indice.csv', MB) ?? Buffer.alloc(0));
    expect(lines.map((line) => [line[0] === '', line.at(-1)])).toEqual([
      [false, ''],
      [true, 'El archivo no está disponible'],
    ]);
  });

  it('G20: is valid for one person, one use and a minute, and not with a ticket of orders', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, 7);
    const { ticket } = await prepare([id]);
    expect((await dispatch.call('exports.download', { query: { ticket } })).status).toBe(404);
    expect((await download(ticket)).status).toBe(200);
    expect((await download(ticket)).status).toBe(404);
    const late = await prepare([id]);
    desk.clock.move(60_001);
    expect((await download(late.ticket)).status).toBe(404);
    const orders = await dispatch.ok('exports.prepare', { body: { format: 'csv', filter: { buscar: 'larco' } } });
    await desk.db.updateTable('export_tickets').set({ person: 'N1/clerk' }).execute();
    expect((await download(orders.ticket)).status).toBe(404);
  });

  it('G20: is refused for a photo of another office, and counts towards the exports of the day', async () => {
    const foreign = await dispatch.createOrder({}, 'neighbour');
    const theirs = await dispatch.ok('evidence.add', {
      as: 'neighbour',
      id: foreign.id,
      file: await photo(8),
      query: { kind: 'entrega' },
    });
    const own = await add((await dispatch.createOrder()).id, 9);
    const asked = async (photos: string[]) => dispatch.call('evidence.prepare', { as: 'clerk', body: { photos } });
    expect((await asked([theirs.id])).status).toBe(404);
    expect((await asked([own.id, theirs.id])).status).toBe(409);
    desk.services.config.exportOrdersPerDay = 1;
    expect((await asked([own.id])).status).toBe(200);
    const over = await asked([own.id]);
    expect([over.status, (over.body as { message: string }).message]).toEqual([
      422,
      expect.stringContaining('Cada persona puede exportar 1 órdenes por día. Hoy le quedan 0'),
    ]);
  });
});

describe('while an archive of 500 large photos is being sent', () => {
  let large = Buffer.alloc(0);
  let server: Server;
  let reads = 0;
  let ids: string[] = [];
  beforeEach(async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, 10);
    ids = await copiesOf(id, MAX_ZIP_PHOTOS);
    reads = 0;
    large = Buffer.alloc(MB, 1);
    const counting: EvidenceStore = {
      ...store(),
      get: (name) => {
        reads += 1;
        return name.startsWith('large-') ? Promise.resolve(large) : store().get(name);
      },
    };
    server = createServer(createTestApp({ ...desk.services, evidence: counting }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const port = () => (server.address() as AddressInfo).port;

  async function open(address: string, as: Worker): Promise<IncomingMessage> {
    const authorization = `Bearer ${await assertionOf(workerClaims(as), { from: desk.clock() })}`;
    const call = get({ host: '127.0.0.1', port: port(), path: address, headers: { authorization }, agent: false });
    call.on('error', () => undefined);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return answer.on('error', () => undefined);
  }

  const zip = async (as: Worker = 'clerk') =>
    open(`/operations/evidence/exports?officeId=N1&ticket=${(await prepare(ids, as)).ticket}`, as);

  async function statusOf(address: string, as: Worker): Promise<number> {
    const answer = await open(address, as);
    answer.resume();
    await once(answer, 'close');
    return answer.statusCode ?? 0;
  }

  it(
    'G40: a slow reader makes the service hold few photos, and does not delay others',
    { timeout: 60_000 },
    async () => {
      const answer = await zip();
      await once(answer, 'readable');
      answer.read(1000);
      for (let count = 0; count < 20; count += 1)
        expect(await statusOf('/operations/orders?officeId=N1', count % 2 === 0 ? 'ana' : 'clerk')).toBe(
          count % 2 === 0 ? 200 : 403,
        );
      // Sockets buffer some megabytes; the archive has five hundred.
      expect(reads).toBeLessThan(40);
      // The same person gets no second one meanwhile.
      expect((await zip()).statusCode).toBe(429);
      answer.destroy();
    },
  );

  it('G40: a client that disconnects ends the work', { timeout: 60_000 }, async () => {
    const answer = await zip();
    await once(answer, 'readable');
    answer.read(1000);
    answer.destroy();
    // The person's turn is free again as soon as the service has stopped.
    const next = await zip();
    expect(next.statusCode).toBe(200);
    next.destroy();
    expect(reads).toBeLessThan(80);
  });

  it('is complete for a client that reads to the end', { timeout: 120_000 }, async () => {
    large = large.subarray(0, MB / 16);
    const answer = await zip();
    let bytes = 0;
    for await (const part of answer) bytes += (part as Buffer).length;
    expect(reads).toBe(MAX_ZIP_PHOTOS);
    expect(bytes).toBeGreaterThan(MAX_ZIP_PHOTOS * large.length);
  });
});

describe('removing a photo', () => {
  const remove = (id: string, why = 'Se ve un documento', key: string = randomUUID()) =>
    dispatch.call('evidence.remove', { as: 'chief', id, key, body: { why } });

  it('deletes its bytes, frees the storage and keeps who and why in the history', async () => {
    const order = await dispatch.createOrder();
    const [kept, gone] = [await add(order.id, 20), await add(order.id, 21)];
    const used = async () =>
      (await desk.db.selectFrom('companies').select('storage_used').where('id', '=', 'norte').executeTakeFirstOrThrow())
        .storage_used;
    const before = await used();
    expect((await remove(gone.id)).body).toEqual({ order: { id: order.id, code: order.code, evidence: 1 } });
    expect((await dispatch.ok('evidence.list', { id: order.id })).map(({ id }) => id)).toEqual([kept.id]);
    expect([store().files.size, before - (await used())]).toEqual([3, gone.bytes]);
    const expected = {
      type: 'evidence.removed',
      actor: { username: 'chief', user: 'Doña chief' },
      order: { id: order.id, code: order.code, evidence: 1 },
      evidence: { id: gone.id, kind: 'entrega', bytes: gone.bytes, sha256: gone.sha256 },
      why: 'Se ve un documento',
    };
    const detail = await dispatch.ok('orders.read', { id: order.id });
    expect(detail.removedPhotos).toMatchObject([expected]);
    expect([detail.order.evidence, detail.order.version, detail.timeline.length]).toEqual([1, order.version, 1]);
    expect((await dispatch.ok('events.history')).events[0]).toMatchObject(expected);
    expect((await dispatch.call('evidence.file', { id: gone.id })).status).toBe(404);
    expect((await remove(gone.id)).status).toBe(404);
  });

  it('loses its reason with the personal data of its order', async () => {
    const recipient = { name: 'Rosa Quispe', phone: '987 111 222' };
    const order = await dispatch.createOrder({ recipient });
    const gone = await add(order.id, 22);
    await dispatch.ok('assignments.assign', {
      body: { courierId: await dispatch.createCourier(), orders: await dispatch.refs([order.id]) },
    });
    await dispatch.close([order.id], { to: 'entregada' });
    await remove(gone.id, 'Se ve el DNI de la vecina');
    const given: Record<string, string> = { ruc: NORTE_RUC, phone: recipient.phone, confirm: 'yes' };
    await erasePersonNamed(desk.services, (name) => given[name] ?? '');
    const { removedPhotos = [] } = await dispatch.ok('orders.read', { id: order.id });
    expect(removedPhotos.map(({ why }) => why)).toEqual([ERASED]);
  });

  it('happens once, however often it is repeated', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, 22);
    await add(order.id, 23);
    const key = randomUUID();
    const first = await remove(id, 'Repetida', key);
    const again = await remove(id, 'Repetida', key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await remove(id, 'Otra razón', key)).status).toBe(422);
    expect((await dispatch.ok('orders.read', { id: order.id })).removedPhotos).toHaveLength(1);
  });

  it('requires a reason', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, 24);
    for (const why of ['', '   ', 'x'.repeat(201)]) expect((await remove(id, why)).status).toBe(400);
    expect(await rows()).toHaveLength(1);
  });

  it('waits while a backup copies the photos', async () => {
    const order = await dispatch.createOrder();
    const { id } = await add(order.id, 25);
    await withoutRemovals(desk.db, async () => {
      expect((await remove(id)).status).toBe(409);
    });
    expect(await rows()).toHaveLength(1);
    expect((await remove(id)).status).toBe(200);
  });
});

describe('the photos by order', () => {
  it('list each order once, with all its photos that match, by its newest photo', async () => {
    const orders = await dispatch.createOrders(3);
    const [a = '', b = '', c = ''] = orders.map(({ id }) => id);
    const added: Record<string, string> = {};
    for (const [name, id, kind] of [
      ['a1', a, 'entrega'],
      ['b1', b, 'entrega'],
      ['a2', a, 'firma'],
      ['c1', c, 'entrega'],
      ['b2', b, 'firma'],
    ] as const) {
      added[(await add(id, Object.keys(added).length + 30, kind)).id] = name;
      desk.clock.move(60_000);
    }
    const names = async (query: Record<string, string> = {}) =>
      (await dispatch.ok('evidence.page', { as: 'clerk', query: { vista: 'orden', ...query } })).photos.map(
        ({ id }) => added[id],
      );
    expect(await names()).toEqual(['b1', 'b2', 'c1', 'a1', 'a2']);
    expect(await names({ tipo: 'entrega' })).toEqual(['c1', 'b1', 'a1']);
    expect(await names({ hasta: '2026-11-19' })).toEqual([]);
  });

  it('continue with the next order on the next page', { timeout: 60_000 }, async () => {
    const orders = await dispatch.createOrders(40);
    const { id } = await add(orders[0]?.id ?? '', 40);
    const row = await desk.db.selectFrom('evidence').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
    await desk.db.deleteFrom('evidence').execute();
    for (const [at, order] of orders.entries())
      for (const copy of [0, 1, 2]) {
        const { id: _, receiver: __, ...columns } = row;
        await desk.db
          .insertInto('evidence')
          .values({
            ...columns,
            receiver: null,
            order_id: Number(order.id),
            upload: randomUUID(),
            sha256: `${at}-${copy}`,
            at: new Date(row.at.getTime() + at * 1000 - copy * 5500),
          })
          .execute();
      }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await dispatch.ok('evidence.page', {
        as: 'clerk',
        query: { vista: 'orden', ...(cursor !== undefined && { cursor }) },
      });
      seen.push(...page.photos.map(({ order }) => order.id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(120);
    const grouped = seen.filter((each, at) => each !== seen[at - 1]);
    expect(grouped).toEqual(orders.map((order) => order.id).toReversed());
  });
});

describe('missing proof', () => {
  it('lists closed orders without what the office demands for their result, until it is added', async () => {
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', {
      as: 'chief',
      body: { version, changes: { delivered: ['entrega', 'firma'], failed: ['fachada'] } },
    });
    const orders = await dispatch.createOrders(4);
    const [whole = '', half = '', failed = '', open = ''] = orders.map(({ id }) => id);
    const courierId = await dispatch.createCourier();
    const refs = await dispatch.refs([whole, half, failed, open]);
    await dispatch.ok('assignments.assign', { body: { courierId, orders: refs } });
    await dispatch.close([whole, half], { to: 'entregada' });
    await dispatch.close([failed], { to: 'no_entregada', reason: 'ausente' });
    for (const kind of ['entrega', 'firma'] as const) await add(whole, kind === 'firma' ? 51 : 50, kind);
    await add(half, 52);
    const missing = async (query: Record<string, string> = {}) =>
      (await dispatch.ok('evidence.missing', { as: 'clerk', query })).orders.map((each) => [
        each.order.id,
        each.missing,
        each.evidence,
        each.courier?.name,
      ]);
    expect(await missing()).toEqual([
      [failed, ['fachada'], 0, 'Pedro Rojas'],
      [half, ['firma'], 1, 'Pedro Rojas'],
    ]);
    expect(await missing({ tipo: 'firma' })).toEqual([[half, ['firma'], 1, 'Pedro Rojas']]);
    expect(await missing({ cliente: 'c1', repartidor: courierId, distrito: '150122' })).toHaveLength(2);
    for (const query of [{ cliente: 'c9' }, { repartidor: '999' }, { distrito: '150101' }, { hasta: '2026-11-19' }])
      expect(await missing(query as unknown as Record<string, string>)).toEqual([]);
    await add(half, 53, 'firma');
    expect(await missing()).toEqual([[failed, ['fachada'], 0, 'Pedro Rojas']]);
    // What an earlier visit showed proves nothing about the last one.
    await add(failed, 54, 'fachada');
    expect(await missing()).toEqual([]);
    await sql`update order_progress set attempt = attempt + 1 where order_id = ${Number(failed)}`.execute(desk.db);
    expect(await missing()).toEqual([[failed, ['fachada'], 1, 'Pedro Rojas']]);
    const page = await dispatch.ok('evidence.missing', { as: 'clerk' });
    expect([page.from, page.to]).toEqual(['2026-11-14', '2026-11-20']);
  });

  it('pages by day and order, and searches at most 31 days', async () => {
    const orders = await dispatch.createOrders(62);
    const ids = orders.map(({ id }) => id);
    const courierId = await dispatch.createCourier();
    await dispatch.ok('assignments.assign', { body: { courierId, orders: await dispatch.refs(ids) } });
    await dispatch.close(ids, { to: 'entregada' });
    const first = await dispatch.ok('evidence.missing', { as: 'clerk' });
    const rest = await dispatch.ok('evidence.missing', { as: 'clerk', query: { cursor: first.next ?? '' } });
    expect([...first.orders, ...rest.orders].map(({ order }) => order.id)).toEqual(ids.toReversed());
    expect(rest.next).toBeNull();
    const days = (desde: string) =>
      dispatch.call('evidence.missing', { as: 'clerk', query: { desde, hasta: '2026-11-20' } });
    expect((await days('2026-10-21')).status).toBe(200);
    expect(await days('2026-10-20')).toMatchObject({
      status: 400,
      body: { message: 'Seleccione como máximo 31 días' },
    });
  });
});
