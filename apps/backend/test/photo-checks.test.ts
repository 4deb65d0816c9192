import { randomUUID } from 'node:crypto';
import {
  ALIKE_DAYS,
  type Evidence,
  type NewPhoto,
  type Order,
  REQUEST_DAYS,
  type VisitBody,
} from '@despacho/contracts/dispatch';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { sql } from 'kysely';
import sharp, { type Exif } from 'sharp';
import { describe, expect, it } from 'vitest';
import { attentionHistory } from '#insight/attention/attention-history.ts';
import { listAttention } from '#insight/attention/list-attention.ts';
import { MAX_CHANGES_A_DAY } from '#platform/database/table-bounds.ts';
import { erasePerson } from '#upkeep/privacy/erase-person.ts';
import { findPerson } from '#upkeep/privacy/find-person.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { photo, scene } from './evidence-files.ts';
import { newPhoto, sendAll } from './send-photo.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const desk = usePhones();
const { dispatch } = desk;

const MINUTE = 60_000;
const DAY_MS = 86_400_000;
const SOON = 6000;
const DOOR = { lat: -12.1191, lng: -77.0291 };
/** A place to the north of the door. */
const away = (meters: number, accuracy: number | null = 10) => ({
  lat: DOOR.lat + meters / 111_195,
  lng: DOOR.lng,
  accuracy,
});
const timeOf = (offset = 0) => new Date(desk.clock().getTime() + offset).toISOString();

/** An order with an exact address, that a courier carries. */
async function carried(courier = desk.pedro, changes: object = {}): Promise<Order> {
  const order = await dispatch.createOrder({
    place: { address: 'Av. Larco 345', reference: null, ubigeo: '150122', point: DOOR },
    ...changes,
  });
  await desk.assign([order], courier);
  return order;
}

async function visit(phone: TestPhone, order: Order, changes: Partial<VisitBody> = {}): Promise<string> {
  const id = randomUUID();
  const body = { id, order: order.id, attempt: 1, version: 2, to: 'entregada', at: timeOf(), ...changes };
  const { status, text } = await phone.call('field.visit', body);
  expect([status, text]).toEqual([200, text]);
  return id;
}

/** Sends a picture of a visit, taken now. @returns the photo as the office sees it. */
async function send(
  phone: TestPhone,
  order: Order,
  visitId: string,
  bytes: Buffer,
  changes: Partial<NewPhoto> = {},
): Promise<Evidence> {
  const body = newPhoto(visitId, bytes, { takenAt: timeOf(), ...changes });
  expect(await sendAll(phone, body, bytes)).toMatchObject({ state: 'stored' });
  const found = await dispatch.ok('evidence.list', { id: order.id });
  const newest = found.toSorted((one, other) => Number(one.id) - Number(other.id)).at(-1);
  if (!newest) throw new Error('no photo');
  return newest;
}

/** Delivers an order with one photo. */
async function deliver(
  phone: TestPhone,
  order: Order,
  bytes: Buffer,
  { photo: ofPhoto = {}, visit: ofVisit = {} }: { photo?: Partial<NewPhoto>; visit?: Partial<VisitBody> } = {},
): Promise<Evidence> {
  return send(phone, order, await visit(phone, order, ofVisit), bytes, ofPhoto);
}

const faultsOf = ({ checks }: Evidence) => checks?.faults;
const attention = async (modules = ['D04', 'D05', 'M01', 'U01']) => {
  desk.clock.move(SOON);
  return listAttention(desk.services, dispatcherOf('ana'), modules, { limit: 50 });
};
/** The causes of an order's line, of the kinds that concern its proof. */
async function causesOf(order: Order, modules?: string[]) {
  const { lines } = await attention(modules);
  const line = lines.find((each) => each.order?.id === order.id);
  return line?.causes.filter(({ kind }) => ['prueba', 'revisar', 'sin_prueba'].includes(kind)) ?? [];
}

describe('the checks of a photo', () => {
  it('measure from the address with the office’s distances', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const found: unknown[] = [];
    for (const [at, meters] of [40, 150, 260].entries()) {
      const { checks } = await deliver(phone, await carried(), await scene(at + 1), { photo: { place: away(meters) } });
      found.push([checks?.distance, checks?.faults]);
    }
    expect(found).toEqual([
      [40, []],
      [150, ['lejos']],
      [260, ['muy_lejos']],
    ]);
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { far: { warn: 30, alert: 300 } } } });
    const later = await deliver(phone, await carried(), await scene(4), { photo: { place: away(260) } });
    expect(faultsOf(later)).toEqual(['lejos']);
  });

  it('have no distance from a district, from an inexact place, or without a place', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const unknown = await carried(desk.pedro, {
      place: { address: 'Sin número', reference: null, ubigeo: '150122', point: null },
    });
    const distances = [
      await deliver(phone, unknown, await scene(1), { photo: { place: away(5000) } }),
      await deliver(phone, await carried(), await scene(2), { photo: { place: away(5000, 900) } }),
      await deliver(phone, await carried(), await scene(3)),
    ].map(({ checks }) => [checks?.distance, checks?.faults]);
    expect(distances).toEqual([
      [null, []],
      [null, []],
      [null, []],
    ]);
  });

  it('compare when the photo, or its file, was made with the visit', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const photos: Partial<NewPhoto>[] = [
      { takenAt: timeOf(-29 * MINUTE) },
      { takenAt: timeOf(-31 * MINUTE) },
      { fileAt: timeOf(-3 * DAY_MS) },
      // A clock that is three days behind, measured.
      { fileAt: timeOf(-3 * DAY_MS), takenAt: timeOf(-3 * DAY_MS), clockOffsetMs: 3 * DAY_MS },
    ];
    const found: unknown[] = [];
    for (const [at, changes] of photos.entries())
      found.push(faultsOf(await deliver(phone, await carried(), await scene(at + 1), { photo: changes })));
    expect(found).toEqual([[], ['hora'], ['hora'], []]);
  });

  it('find the same and nearly the same picture of another order', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const bytes = await scene(7);
    const first = await carried();
    expect(faultsOf(await deliver(phone, first, bytes))).toEqual([]);
    const copy = await deliver(phone, await carried(), bytes);
    expect([copy.sameAs, copy.checks]).toMatchObject([{ code: first.code }, { faults: ['repetida'] }]);
    const alike = await sharp(bytes).resize(500).modulate({ brightness: 1.15 }).jpeg({ quality: 60 }).toBuffer();
    const third = await deliver(phone, await carried(), alike);
    expect([third.sameAs, third.checks]).toMatchObject([null, { faults: ['repetida'], alike: { code: first.code } }]);
    expect(faultsOf(await deliver(phone, await carried(), await scene(8)))).toEqual([]);
  });

  it('allow the same picture for orders closed together at one door, in one order, after 90 days and elsewhere', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const door = randomUUID();
    const bytes = await scene(11);
    const alike = await sharp(bytes).jpeg({ quality: 50 }).toBuffer();
    const [one, other] = [await carried(), await carried()];
    const visitId = await visit(phone, one, { door });
    await send(phone, one, visitId, bytes);
    expect(faultsOf(await send(phone, one, visitId, alike))).toEqual([]);
    expect(faultsOf(await deliver(phone, other, alike, { visit: { door } }))).toEqual([]);
    const foreign = await dispatch.createOrder({}, 'neighbour');
    const there = {
      as: 'neighbour',
      id: foreign.id,
      file: await sharp(bytes).jpeg({ quality: 45 }).toBuffer(),
    } as const;
    expect(faultsOf(await dispatch.ok('evidence.add', { ...there, query: { kind: 'entrega' } }))).toEqual([]);
    await desk.db
      .updateTable('evidence')
      .set({ arrived_at: sql`arrived_at - make_interval(days => ${ALIKE_DAYS + 1})` })
      .execute();
    const later = await sharp(bytes).jpeg({ quality: 40 }).toBuffer();
    expect(faultsOf(await deliver(phone, await carried(), later))).toEqual([]);
  });

  it('compare with a bounded number of photos that share a band', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const bytes = await scene(12);
    const first = await carried();
    const { id } = await deliver(phone, first, bytes);
    const row = await desk.db.selectFrom('evidence').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
    // Newer ones with the same bands, and beyond the allowed difference: more than are compared.
    const hash = row.picture_hash ?? '';
    const away64 = (BigInt(`0x${hash}`) ^ 0xfffn).toString(16).padStart(16, '0');
    await sql`
      insert into evidence (company_id, office_id, upload, order_id, client_id, ubigeo, attempt, kind, at, device_at,
        arrived_at, file, width, height, bytes, sha256, by_username, by_user, checked_at, picture_hash)
      select company_id, office_id, 'made ' || n, order_id, client_id, ubigeo, attempt, kind, at, device_at,
        arrived_at, file, width, height, 0, 'made ' || n, by_username, by_user, checked_at, ${away64}
      from evidence cross join generate_series(1, 300) as n where id = ${row.id}`.execute(desk.db);
    const copy = await deliver(phone, await carried(), await sharp(bytes).jpeg({ quality: 50 }).toBuffer());
    // The last band differs, but the copy is still found.
    expect(faultsOf(copy)).toEqual(['repetida']);
  });

  it('find black and blank pictures and signatures without ink', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const flat = (light: number) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: { r: light, g: light, b: light } } })
        .jpeg()
        .toBuffer();
    const order = await carried();
    const visitId = await visit(phone, order);
    expect(faultsOf(await send(phone, order, visitId, await flat(3)))).toEqual(['oscura']);
    expect(faultsOf(await send(phone, order, visitId, await flat(250)))).toEqual(['blanca']);
    expect(faultsOf(await send(phone, order, visitId, await flat(253), { kind: 'firma' }))).toEqual(['firma']);
    // Black pictures are all similar, so they are not compared.
    const other = await dispatch.createOrder();
    const file = await sharp(blackPng(80, 60)).jpeg().toBuffer();
    const black = await dispatch.ok('evidence.add', { id: other.id, file, query: { kind: 'entrega' } });
    expect(faultsOf(black)).toEqual(['oscura']);
  });

  it('find flat and blurred photos, and signatures of one dot', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order);
    const drawn = (shape: string) =>
      sharp(Buffer.from(`<svg width="400" height="150"><rect width="400" height="150" fill="#fff"/>${shape}</svg>`))
        .jpeg()
        .toBuffer();
    const blurred = await sharp(await drawn('<path d="M40 20h120v110h-120z"/>'))
      .blur(40)
      .jpeg()
      .toBuffer();
    expect(faultsOf(await send(phone, order, visitId, await photo(7)))).toEqual(['lisa']);
    expect(faultsOf(await send(phone, order, visitId, blurred))).toEqual(['lisa']);
    for (const [shape, faults] of [
      ['<circle cx="90" cy="60" r="4"/>', ['firma']],
      ['<path d="M150 60q40 60 60 0t50 20" fill="none" stroke="#000" stroke-width="2"/>', []],
    ] as const)
      expect(faultsOf(await send(phone, order, visitId, await drawn(shape), { kind: 'firma' }))).toEqual(faults);
  });

  it('find copies that were turned, or have other colours', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const bytes = await scene(31);
    const first = await carried();
    await deliver(phone, first, bytes);
    for (const copy of [
      sharp(bytes).rotate(90),
      sharp(bytes).rotate(180),
      sharp(bytes).rotate(270),
      sharp(bytes).toColourspace('cmyk'),
      sharp(bytes).withIccProfile('p3'),
    ]) {
      const { sameAs, checks } = await deliver(phone, await carried(), await copy.jpeg().toBuffer());
      expect([sameAs, checks?.faults, checks?.alike?.code]).toEqual([null, ['repetida'], first.code]);
    }
  });

  it('compare what the metadata of a photo of the office says with the visit and the address', async () => {
    const at = (time: string, lat: string) => ({
      IFD2: { DateTimeOriginal: time },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: lat, GPSLongitudeRef: 'W', GPSLongitude: '77/1 1/1 4476/100' },
    });
    const add = async (order: Order, exif: Exif, seed: number) => {
      const file = await sharp(await scene(seed))
        .withExif(exif)
        .jpeg()
        .toBuffer();
      return faultsOf(await dispatch.ok('evidence.add', { id: order.id, file, query: { kind: 'entrega' } }));
    };
    const door = '12/1 7/1 876/100';
    const open = await carried();
    expect(await add(open, at('2026:11:20 09:20:00', door), 41)).toEqual([]);
    expect(await add(open, at('2019:11:20 09:20:00', '16/1 24/1 0/1'), 42)).toEqual(['muy_lejos', 'hora']);
    // By the exact time of a phone's visit, at 10:55 and at 11:55.
    for (const [time, faults, seed] of [
      ['2026:11:20 10:40:00', [], 43],
      ['2026:11:20 11:20:00', ['hora'], 44],
    ] as const) {
      const closed = await carried();
      desk.clock.move(60 * MINUTE);
      await visit(await desk.phoneOf(desk.pedro), closed, { at: timeOf(-5 * MINUTE) });
      expect(await add(closed, at(time, door), seed)).toEqual(faults);
    }
    // Neither the place nor the time of the file is stored.
    const places = await desk.db.selectFrom('evidence').select('lat').distinct().execute();
    expect(places).toEqual([{ lat: null }]);
    const [, newest] = await dispatch.ok('evidence.list', { id: open.id });
    expect(newest?.takenAt).toBe(newest?.arrivedAt);
  });

  it('filter Imagenes, until the office accepts them', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const doubtful = await deliver(phone, order, await scene(1), { photo: { place: away(260) } });
    await deliver(phone, await carried(), await scene(2), { photo: { place: away(10) } });
    const shown = async (observacion: string) =>
      (await dispatch.ok('evidence.page', { as: 'clerk', query: { observacion } })).photos.map(({ id }) => id);
    expect([await shown('alguna'), await shown('muy_lejos'), await shown('hora')]).toEqual([
      [doubtful.id],
      [doubtful.id],
      [],
    ]);
    await dispatch.ok('evidence.settle', { id: order.id, body: { photo: doubtful.id, visit: null } });
    expect(await shown('alguna')).toEqual([]);
    const [settled] = await dispatch.ok('evidence.list', { id: order.id });
    expect(settled?.checks).toMatchObject({ faults: ['muy_lejos'], settled: true });
  });
});

describe('«Por atender»', () => {
  it('prueba: lists an order whose photo fails a check until it is accepted', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const doubtful = await deliver(phone, order, await scene(1), {
      photo: { place: away(260), fileAt: timeOf(-2 * DAY_MS) },
    });
    expect(await causesOf(order)).toMatchObject([
      { kind: 'prueba', faults: ['hora', 'muy_lejos'], missing: ['entrega'] },
    ]);
    // Without U01 a person sees no photos, and not what is wrong with them.
    expect(await causesOf(order, ['D04'])).toEqual([
      expect.not.objectContaining({ faults: expect.anything() as unknown }),
    ]);
    await dispatch.ok('evidence.settle', { id: order.id, body: { photo: doubtful.id, visit: null } });
    expect(await causesOf(order)).toEqual([]);
    const { notes } = await dispatch.ok('orders.read', { id: order.id });
    expect(notes).toMatchObject([
      { what: 'prueba_aceptada', note: { text: 'Muy lejos de la dirección, Tomada a otra hora' } },
    ]);
  });

  it('prueba: omits warnings of the first distance, and dark pictures under review', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const near = await carried();
    await deliver(phone, near, await scene(1), { photo: { place: away(150) } });
    expect(await causesOf(near)).toEqual([]);
    const dark = await carried();
    await deliver(phone, dark, blackPng(80, 60));
    expect((await causesOf(dark)).map(({ kind }) => kind)).toEqual(['revisar']);
  });

  it('prueba: lists a closing without photos that was made far away', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    await visit(phone, order, { place: away(900) });
    const [closing] = await dispatch.ok('visits.list', { id: order.id });
    expect(closing?.faults).toEqual(['muy_lejos']);
    expect(await causesOf(order)).toMatchObject([{ kind: 'prueba', faults: ['muy_lejos'] }]);
    await dispatch.ok('evidence.settle', { id: order.id, body: { photo: null, visit: closing?.id ?? null } });
    expect(await causesOf(order)).toEqual([]);
    expect((await dispatch.ok('visits.list', { id: order.id }))[0]?.faults).toBeUndefined();
  });

  it('prueba: keeps the line for a closing that arrived after the person’s view', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const first = await visit(phone, order, { to: 'no_entregada', reason: 'ausente', place: away(900) });
    const seen = await send(phone, order, first, await scene(1), { kind: 'incidencia' });
    desk.clock.move(MINUTE);
    const { version } = (await dispatch.ok('orders.read', { id: order.id })).order;
    await dispatch.ok('assignments.changeState', { body: { orders: [{ id: order.id, version }], to: 'pendiente' } });
    await desk.assign([(await dispatch.ok('orders.read', { id: order.id })).order], desk.pedro);
    const [shown] = await dispatch.ok('visits.list', { id: order.id });
    await visit(phone, order, { attempt: 2, place: away(900) });
    const visits = () => dispatch.ok('visits.list', { id: order.id });
    const faults = async () => (await visits()).map((each) => each.faults);
    await dispatch.ok('evidence.settle', { id: order.id, body: { photo: seen.id, visit: shown?.id ?? null } });
    expect(await faults()).toEqual([undefined, ['muy_lejos']]);
    const last = (await visits()).at(-1)?.id ?? null;
    await dispatch.ok('evidence.settle', { id: order.id, body: { photo: null, visit: last } });
    expect(await faults()).toEqual([undefined, undefined]);
  });

  it('tope: lists a courier above the cash limit, with amounts for people with D05', async () => {
    await dispatch.ok('settings.edit', { as: 'chief', body: { version: 1, changes: { cashLimit: 8000 } } });
    const order = await carried(desk.pedro, { collectDue: 9050 });
    await dispatch.close([order.id], { to: 'entregada', payments: [{ means: 'efectivo', amount: 9050 }] });
    const above = async (modules?: string[]) =>
      (await attention(modules)).lines.flatMap(({ courier, causes }) =>
        causes.filter(({ kind }) => kind === 'tope').map(({ amounts }) => [courier?.name, amounts]),
      );
    expect(await above()).toEqual([['Pedro Rojas', { due: 8000, paid: 9050 }]]);
    expect(await above(['D04', 'U01'])).toEqual([['Pedro Rojas', undefined]]);
    const { version } = await dispatch.ok('settings.read');
    await dispatch.ok('settings.edit', { as: 'chief', body: { version, changes: { cashLimit: 9050 } } });
    expect(await above()).toEqual([]);
  });
});

describe('«Pedir foto»', () => {
  const ask = (order: Order, kind: 'entrega' | 'incidencia' | null = 'entrega') =>
    dispatch.call('evidence.ask', { id: order.id, body: { kind } });
  const tasks = async (phone: TestPhone) => ((await phone.call('field.route')).body as { photos?: object[] }).photos;

  it('shows the task on the courier’s phone and ends with the photo, which closes the line', async () => {
    const [phone, other] = [await desk.phoneOf(desk.pedro), await desk.phoneOf(desk.sara)];
    const order = await carried();
    const visitId = await visit(phone, order);
    await send(phone, order, visitId, await scene(1), { place: away(700) });
    expect(await tasks(phone)).toBeUndefined();
    expect((await causesOf(order)).map(({ kind }) => kind)).toEqual(['prueba']);
    expect((await ask(order)).body).toMatchObject({
      request: { kind: 'entrega', by: { username: 'ana' }, courier: { name: 'Pedro Rojas' }, answeredAt: null },
    });
    const at = desk.clock().toISOString();
    const { lines } = await listAttention(desk.services, dispatcherOf('ana'), ['D04', 'U01'], { limit: 50 });
    expect(lines.find((line) => line.order?.id === order.id)?.order?.asked).toBe(at);
    const task = {
      order: { id: order.id, code: order.code },
      address: 'Av. Larco 345',
      visit: visitId,
      kind: 'entrega',
      at,
    };
    expect([await tasks(phone), await tasks(other)]).toEqual([[task], undefined]);
    // A photo of another kind, and one taken before, do not answer it.
    await send(phone, order, visitId, await scene(2), { kind: 'fachada' });
    await send(phone, order, visitId, await scene(3), { takenAt: timeOf(-10 * MINUTE) });
    expect(await tasks(phone)).toEqual([task]);
    desk.clock.move(60 * MINUTE);
    const answer = await send(phone, order, visitId, await scene(4), { place: away(9000) });
    // The requested photo is taken later and elsewhere.
    expect(answer.checks).toMatchObject({ faults: [], distance: null });
    expect(await tasks(phone)).toBeUndefined();
    expect(await causesOf(order)).toEqual([]);
    const { photoRequest, notes } = await dispatch.ok('orders.read', { id: order.id });
    expect([photoRequest?.answeredAt, notes.map(({ what }) => what)]).toEqual([answer.arrivedAt, ['foto_pedida']]);
  });

  it('keeps the line open while the new picture is dark too', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order);
    await send(phone, order, visitId, blackPng(80, 60));
    expect((await causesOf(order)).map(({ kind }) => kind)).toEqual(['revisar']);
    await ask(order);
    await send(phone, order, visitId, blackPng(81, 60));
    expect((await causesOf(order)).map(({ kind }) => kind)).toEqual(['revisar']);
    await ask(order);
    await send(phone, order, visitId, await scene(4));
    expect(await causesOf(order)).toEqual([]);
    expect((await dispatch.ok('reviews.list')).pending).toBe(0);
  });

  it('is answered by a photo that was missing, even one of the office', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const [late, added] = [await carried(), await carried()];
    const visitId = await visit(phone, late);
    await visit(phone, added);
    for (const order of [late, added]) await ask(order);
    expect(await tasks(phone)).toHaveLength(2);
    await send(phone, late, visitId, await scene(1), { takenAt: timeOf(-MINUTE * 10) });
    await dispatch.ok('evidence.add', { id: added.id, file: await photo(3), query: { kind: 'entrega' } });
    expect(await tasks(phone)).toBeUndefined();
  });

  it('is withdrawn, and leaves the phone after some days', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    await visit(phone, order);
    await ask(order);
    expect((await ask(order)).status).toBe(200);
    expect(await tasks(phone)).toHaveLength(1);
    expect((await ask(order, null)).body).toEqual({ request: null });
    expect(await tasks(phone)).toBeUndefined();
    await ask(order);
    desk.clock.move(REQUEST_DAYS * DAY_MS + 1);
    expect(await tasks(phone)).toBeUndefined();
    const { notes } = await dispatch.ok('orders.read', { id: order.id });
    expect(notes.map(({ what }) => what)).toEqual(['foto_pedida', 'foto_retirada', 'foto_pedida']);
  });

  it('is answered by an earlier photo that was missing, which is checked as any other', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order);
    await ask(order);
    const late = await send(phone, order, visitId, await scene(1), {
      takenAt: timeOf(-40 * MINUTE),
      place: away(700),
    });
    expect([await tasks(phone), faultsOf(late)]).toEqual([undefined, ['muy_lejos', 'hora']]);
    expect(await causesOf(order)).toMatchObject([{ kind: 'prueba', faults: ['hora', 'muy_lejos'] }]);
  });

  it('accepts with its photo neither another kind nor the closing', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order, { place: away(900) });
    await send(phone, order, visitId, await scene(1), { place: away(700) });
    await send(phone, order, visitId, await scene(2), { place: away(700), kind: 'fachada' });
    await ask(order);
    desk.clock.move(MINUTE);
    await send(phone, order, visitId, await scene(3));
    const photos = await dispatch.ok('evidence.list', { id: order.id });
    expect(photos.flatMap(({ kind, checks }) => (checks?.settled ? [kind] : []))).toEqual(['entrega']);
    expect((await dispatch.ok('visits.list', { id: order.id }))[0]?.faults).toEqual(['muy_lejos']);
    expect(await causesOf(order)).toMatchObject([{ kind: 'prueba', faults: ['muy_lejos'] }]);
  });

  it('reopens, with the faults that it had resolved, once its photo is removed', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order);
    await send(phone, order, visitId, await scene(1), { place: away(700) });
    await ask(order);
    desk.clock.move(MINUTE);
    const other = await send(phone, order, visitId, await scene(2), { kind: 'fachada' });
    const answer = await send(phone, order, visitId, await scene(3));
    expect(await causesOf(order)).toEqual([]);
    const remove = (id: string) => dispatch.ok('evidence.remove', { as: 'chief', id, body: { why: 'Otra puerta' } });
    await remove(other.id);
    expect([await tasks(phone), await causesOf(order)]).toEqual([undefined, []]);
    await remove(answer.id);
    expect(await tasks(phone)).toHaveLength(1);
    expect(await causesOf(order)).toMatchObject([{ kind: 'prueba', faults: ['muy_lejos'] }]);
    expect((await dispatch.ok('orders.read', { id: order.id })).photoRequest?.answeredAt).toBeNull();
  });

  it('ends with the visit that it is about', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order, { to: 'no_entregada', reason: 'ausente' });
    await ask(order, 'incidencia');
    expect(await tasks(phone)).toHaveLength(1);
    const { id, version } = (await dispatch.ok('orders.read', { id: order.id })).order;
    await dispatch.ok('assignments.changeState', { body: { orders: [{ id, version }], to: 'pendiente' } });
    expect(await tasks(phone)).toBeUndefined();
    expect((await dispatch.ok('orders.read', { id })).photoRequest).toBeUndefined();
    await send(phone, order, visitId, await scene(1), { kind: 'incidencia' });
    expect(await desk.db.selectFrom('photo_requests').select('answered_at').execute()).toEqual([{ answered_at: null }]);
  });

  it('can be repeated once it has left the phone, and is no longer answered', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    const visitId = await visit(phone, order);
    await send(phone, order, visitId, await scene(1), { place: away(700) });
    await ask(order);
    expect((await causesOf(order)).map(({ kind }) => kind)).toEqual(['prueba']);
    desk.clock.move(REQUEST_DAYS * DAY_MS + 1);
    expect((await dispatch.ok('orders.read', { id: order.id })).photoRequest).toBeUndefined();
    // The line has ended meanwhile.
    await attention();
    const { lines } = await attentionHistory(desk.services, dispatcherOf('ana'), ['D04', 'U01'], undefined);
    expect(lines.map(({ order: closed }) => [closed?.id, closed?.asked])).toEqual([[order.id, undefined]]);
    await send(phone, order, visitId, await scene(2));
    expect((await ask(order)).body).toMatchObject({ request: { answeredAt: null, at: timeOf() } });
    expect(await tasks(phone)).toHaveLength(1);
  });

  it('is refused for an old visit, and for a courier who is asked for many photos', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const [first, last] = [await carried(), await carried()];
    for (const order of [first, last]) await visit(phone, order);
    expect((await ask(first)).status).toBe(200);
    for (let at = 0; at < 29; at += 1) await dispatch.createOrder();
    await sql`
      insert into photo_requests (company_id, office_id, order_id, courier_id, visit, kind, asked_at, by_username, by_user)
      select asked.company_id, asked.office_id, details.id, courier_id, visit, kind, asked_at, by_username, by_user
      from photo_requests as asked join order_details as details on details.office_id = asked.office_id
      where details.id not in (${first.id}, ${last.id})`.execute(desk.db);
    const full = await ask(last);
    expect([full.status, (full.body as { message?: string }).message]).toEqual([
      409,
      'El repartidor ya tiene 30 fotos pedidas: espere a que envíe alguna o retire un pedido',
    ]);
    expect((await ask(first, null)).status).toBe(200);
    expect((await ask(last)).status).toBe(200);
    desk.clock.move(7 * DAY_MS + 1);
    const old = await ask(last);
    expect([old.status, (old.body as { message?: string }).message]).toEqual([
      409,
      'La visita tiene más de 7 días: consiga la foto por otro medio y agréguela desde aquí',
    ]);
  });

  it('is refused for an open order, one that the office closed, and a kind that does not fit', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    expect((await ask(order)).status).toBe(409);
    const closed = await carried();
    await dispatch.close([closed.id], { to: 'entregada' });
    expect((await ask(closed)).status).toBe(409);
    await visit(phone, order);
    expect((await ask(order, 'incidencia')).status).toBe(400);
    const foreign = await dispatch.createOrder({}, 'neighbour');
    expect((await ask(foreign)).status).toBe(404);
  });

  it('counts towards the person’s changes of the day, but a withdrawal does not', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const order = await carried();
    await visit(phone, order);
    expect((await ask(order)).status).toBe(200);
    await sql`update person_days set changes = ${MAX_CHANGES_A_DAY}`.execute(desk.db);
    expect((await ask(order, null)).status).toBe(200);
    const refused = await ask(order);
    expect([refused.status, (refused.body as { message?: string }).message]).toEqual([
      409,
      expect.stringContaining('cambios de órdenes en un día'),
    ]);
  });
});

it('erases hashes, faults and requests with a person', async () => {
  const phone = await desk.phoneOf(desk.pedro);
  const order = await carried();
  const visitId = await visit(phone, order, { place: away(900) });
  await send(phone, order, visitId, await scene(1), { place: away(900) });
  await dispatch.ok('evidence.ask', { id: order.id, body: { kind: 'fachada' } });
  const office = { companyId: 'norte', officeId: 'N1', timeZone: 'America/Lima' };
  await erasePerson(desk.services, office, await findPerson(desk.db, office, { name: 'José Peña' }));
  const { db } = desk;
  expect([
    await db.selectFrom('evidence').select('id').execute(),
    await db.selectFrom('photo_requests').select('order_id').execute(),
    await db.selectFrom('field_visits').select('faults').execute(),
  ]).toEqual([[], [], [{ faults: [] }]]);
});

it('ends the request of a visit whose receiver is erased', async () => {
  const phone = await desk.phoneOf(desk.pedro);
  const order = await carried();
  await visit(phone, order, { receiver: { name: 'Rosa Vecina' } });
  await dispatch.ok('evidence.ask', { id: order.id, body: { kind: 'entrega' } });
  const office = { companyId: 'norte', officeId: 'N1', timeZone: 'America/Lima' };
  await erasePerson(desk.services, office, await findPerson(desk.db, office, { name: 'Rosa Vecina' }));
  expect(await desk.db.selectFrom('photo_requests').select('order_id').execute()).toEqual([]);
  expect((await dispatch.ok('orders.read', { id: order.id })).photoRequest).toBeUndefined();
});
