import { hash, randomBytes, randomUUID } from 'node:crypto';
import { MAX_PHOTO_BYTES, MAX_PHOTO_PART, type NewPhoto, type PhotoUpload } from '@despacho/contracts/dispatch';
import { manyScans } from '@despacho/tooling/pictures/many-scans';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { MAX_SCANS } from '#field/evidence/picture-work.ts';
import { StoreFull } from '#field/evidence/evidence-store.ts';
import { MAX_STAGED, PHONE_DAY } from '#field/uploads/receive-photo.ts';
import { STAGED_DAYS, sweepUploads } from '#field/uploads/sweep-uploads.ts';
import { hostilePhotos, photo } from './evidence-files.ts';
import { type createMemoryStore } from './memory-store.ts';
import { NOW } from './test-services.ts';
import { begin, newPhoto, sendAll } from './send-photo.ts';
import { usePhones } from './use-phones.ts';

const desk = usePhones();
const { dispatch } = desk;

const DAY_MS = 86_400_000;
const store = () => desk.services.evidence as ReturnType<typeof createMemoryStore>;
const evidence = () => desk.db.selectFrom('evidence').selectAll().orderBy('id').execute();
const parts = () => desk.db.selectFrom('photo_parts').select(['upload', 'at_byte']).execute();
const sweep = () => sweepUploads(desk.services, new AbortController().signal);

const receiver = { name: 'Rosa Díaz', document: '45678912', relation: 'vecino' };

/** A phone with a visit whose photos it sends. */
async function visited(courierId = desk.pedro, changes: { to?: string; reason?: string } = {}) {
  const phone = await desk.phoneOf(courierId);
  const order = await dispatch.createOrder();
  await desk.assign([order], courierId);
  const visit = randomUUID();
  const body = {
    id: visit,
    order: order.id,
    attempt: 1,
    version: 2,
    to: 'entregada',
    at: NOW.toISOString(),
    ...(changes.to === undefined && { receiver }),
    ...changes,
  };
  const { status, text } = await phone.call('field.visit', body);
  expect([status, text]).toEqual([200, text]);
  return { phone, order, visit };
}

/** A JPEG of more than one part: noise does not compress. */
const large = async (seed = 1): Promise<Buffer> => Buffer.concat([await photo(seed), randomBytes(60_000)]);

describe('a photo of a phone', () => {
  it('arrives in parts and becomes evidence of its visit', async () => {
    const { phone, order, visit } = await visited();
    const bytes = await large();
    const place = { lat: -12.1, lng: -77, accuracy: 8 };
    const takenAt = new Date(NOW.getTime() - 600_000).toISOString();
    const body = newPhoto(visit, bytes, { kind: 'firma', place, takenAt, clockOffsetMs: 60_000 });
    expect(await begin(phone, body)).toEqual({ received: 0, state: 'open' });
    expect(await sendAll(phone, body, bytes, 20_000)).toEqual({ received: bytes.length, state: 'stored' });
    expect(await dispatch.ok('evidence.list', { id: order.id })).toEqual([
      expect.objectContaining({
        kind: 'firma',
        attempt: 1,
        courier: { id: desk.pedro, name: 'Pedro Rojas' },
        receiver: { ...receiver, document: '•••••912' },
        takenAt: new Date(NOW.getTime() - 540_000).toISOString(),
        place,
        sha256: body.sha256,
      }),
    ]);
    expect(await evidence()).toMatchObject([{ visit, upload: `courier/${desk.pedro}/${body.id}` }]);
    expect(await parts()).toEqual([]);
  });

  it('is stored although it shows nothing, and its visit is marked', async () => {
    const { phone, visit, order } = await visited();
    const flat = (light: number) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: { r: light, g: light, b: light } } })
        .jpeg()
        .toBuffer();
    const ink = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400"><rect width="1200" height="400" fill="white"/><path d="M80 200q200 -180 400 0" fill="none" stroke="black" stroke-width="3"/></svg>',
    );
    const send = async (bytes: Buffer, kind: NewPhoto['kind']) => {
      expect(await sendAll(phone, newPhoto(visit, bytes, { kind }), bytes)).toMatchObject({ state: 'stored' });
    };
    const marks = async () => (await dispatch.ok('reviews.list')).reviews.map(({ pictureMarks }) => pictureMarks);
    await send(await sharp(ink).png().toBuffer(), 'firma');
    await send(await photo(44), 'entrega');
    expect(await marks()).toEqual([]);
    await send(await flat(3), 'entrega');
    await send(await flat(255), 'firma');
    expect(await marks()).toEqual([['oscura', 'firma']]);
    expect((await dispatch.ok('reviews.list')).pending).toBe(1);
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'entregada', evidence: 4 });
    const [review] = (await dispatch.ok('reviews.list')).reviews;
    await dispatch.call('reviews.accept', { id: review?.id ?? '', body: { version: 3 }, key: randomUUID() });
    expect(await marks()).toEqual([]);
  });

  it('may have the same file in several orders of one door', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const orders = await dispatch.createOrders(3);
    await desk.assign(orders, desk.pedro);
    const door = randomUUID();
    const bytes = await photo(45);
    for (const [index, order] of orders.entries()) {
      const visit = randomUUID();
      const facts = { id: visit, order: order.id, attempt: 1, version: 2, to: 'entregada', at: NOW.toISOString() };
      await phone.call('field.visit', { ...facts, ...(index < 2 && { door }) });
      await sendAll(phone, newPhoto(visit, bytes), bytes);
    }
    const same = await Promise.all(
      orders.map(async ({ id }) => (await dispatch.ok('evidence.list', { id })).map(({ sameAs }) => sameAs?.code)),
    );
    expect(same).toEqual([[undefined], [undefined], [orders[0]?.code]]);
  });

  it('is resumed where it stopped by any repeated request', async () => {
    const { phone, visit } = await visited();
    const bytes = await large();
    const body = newPhoto(visit, bytes);
    await begin(phone, body);
    const at = 20_000;
    const first = await phone.part(body.id, 0, bytes.subarray(0, at));
    expect(first.body).toEqual({ received: at, state: 'open' });
    // A repeated part, another part at the same place, and one behind a gap change nothing.
    for (const [offset, part] of [
      [0, bytes.subarray(0, at)],
      [0, randomBytes(at)],
      [2 * at, bytes.subarray(at, 2 * at)],
    ] as const)
      // prettier-ignore
      expect((await phone.part(body.id, offset, part)).body).toEqual({ received: at, state: 'open' });
    expect(await begin(phone, body)).toEqual({ received: at, state: 'open' });
    expect((await sendAll(phone, body, bytes, 20_000)).state).toBe('stored');
  });

  it('is stored once, however often and late it is sent again', async () => {
    const { phone, order, visit } = await visited();
    const bytes = await photo(2);
    const body = newPhoto(visit, bytes);
    const stored = await sendAll(phone, body, bytes);
    desk.clock.move(6 * DAY_MS);
    expect(await begin(phone, body)).toEqual(stored);
    expect((await phone.part(body.id, 0, bytes)).body).toEqual(stored);
    // The same file under another id, as after a restored phone.
    expect((await sendAll(phone, newPhoto(visit, bytes), bytes)).state).toBe('stored');
    expect([(await evidence()).length, store().files.size, (await dispatch.order(order.id)).evidence]).toEqual([
      1, 3, 1,
    ]);
  });

  it('is stored once when two requests send it concurrently', async () => {
    const { phone, visit } = await visited();
    const bytes = await photo(3);
    const body = newPhoto(visit, bytes);
    await Promise.all([begin(phone, body), begin(phone, body)]);
    const answers = await Promise.all([phone.part(body.id, 0, bytes), phone.part(body.id, 0, bytes)]);
    expect(answers.map(({ body: answer }) => (answer as PhotoUpload).state)).toEqual(['stored', 'stored']);
    expect((await evidence()).length).toBe(1);
  });

  it('is attached to the order with its visit while the visit is under review', async () => {
    const { phone, order, visit } = await visited(desk.pedro, { to: 'no_entregada', reason: 'otro_motivo' });
    const bytes = await photo(11);
    expect((await sendAll(phone, newPhoto(visit, bytes), bytes)).state).toBe('stored');
    expect(await dispatch.ok('visits.list', { id: order.id })).toMatchObject([{ visit, state: 'pendiente' }]);
    const shown = [{ visit, kind: 'entrega', visitState: 'pendiente' }];
    expect(await dispatch.ok('evidence.list', { id: order.id })).toMatchObject(shown);
    expect((await dispatch.ok('evidence.page', { as: 'clerk' })).photos).toMatchObject(shown);
  });

  it('waits for its visit', async () => {
    const { phone } = await visited();
    expect((await phone.call('field.photo', newPhoto(randomUUID(), await photo(4)))).status).toBe(404);
  });
});

describe('a photo of another phone', () => {
  it('G41: is unknown, and its id can be used by both', async () => {
    const [one, other] = [await visited(), await visited(desk.sara)];
    const bytes = await photo(5);
    const body = newPhoto(one.visit, bytes);
    await begin(one.phone, body);
    expect((await other.phone.part(body.id, 0, bytes)).status).toBe(404);
    expect((await other.phone.call('field.photo', body)).status).toBe(404);
    const own = await photo(6);
    const theirs = newPhoto(other.visit, own, { id: body.id });
    expect((await sendAll(other.phone, theirs, own)).state).toBe('stored');
    expect((await sendAll(one.phone, body, bytes)).state).toBe('stored');
    expect((await evidence()).map(({ courier_id: courier }) => String(courier))).toEqual([desk.sara, desk.pedro]);
  });

  it('G41: is refused with an id used for another photo of the same phone', async () => {
    const { phone, visit } = await visited();
    const bytes = await photo(7);
    const body = newPhoto(visit, bytes);
    await begin(phone, body);
    for (const changes of [{ bytes: 5 }, { sha256: '0'.repeat(64) }, { kind: 'fachada' as const }])
      expect((await phone.call('field.photo', { ...body, ...changes })).status).toBe(409);
    expect((await begin(phone, body)).state).toBe('open');
  });

  it('G41: continues on the courier’s next phone, and not on one that was disconnected', async () => {
    const { phone, visit } = await visited();
    const bytes = await large(8);
    const body = newPhoto(visit, bytes);
    await begin(phone, body);
    await phone.part(body.id, 0, bytes.subarray(0, 20_000));
    const next = await desk.phoneOf(desk.pedro);
    expect((await phone.part(body.id, 20_000, bytes.subarray(20_000))).status).toBe(403);
    expect((await next.part(body.id, 20_000, bytes.subarray(20_000))).body).toMatchObject({ state: 'stored' });
  });
});

describe('what cannot be stored', () => {
  it('G40: is refused in Spanish, with the same answer for each repetition', async () => {
    const { phone, visit } = await visited();
    for (const [what, { bytes }] of Object.entries(await hostilePhotos())) {
      if (what === 'a JPEG that claims to be a PNG') continue;
      const body = newPhoto(visit, bytes);
      const refused = await sendAll(phone, body, bytes);
      expect([what, refused.state, refused.problem]).toEqual([
        what,
        'refused',
        expect.stringMatching(/^(La foto|La imagen|El archivo) /),
      ]);
      expect([what, await begin(phone, body)]).toEqual([what, refused]);
    }
    expect([await evidence(), await parts(), store().files.size]).toEqual([[], [], 0]);
  });

  it('G40: leaves its order closed, and lists the visit in «Por revisar» until it is seen', async () => {
    const { phone, order, visit } = await visited();
    const bytes = manyScans(64, 64, MAX_SCANS + 1);
    const refused = await sendAll(phone, newPhoto(visit, bytes), bytes);
    expect(refused.problem).toMatch(/demasiado compleja/);
    const second = newPhoto(visit, Buffer.alloc(100, 1));
    expect((await sendAll(phone, second, Buffer.alloc(100, 1))).state).toBe('refused');
    const sound = await photo(44);
    expect((await sendAll(phone, newPhoto(visit, sound), sound)).state).toBe('stored');

    const list = () => dispatch.ok('reviews.list');
    const { reviews, pending } = await list();
    expect([pending, reviews]).toMatchObject([
      1,
      [{ visit, state: 'aplicada', why: null, pictureMarks: ['ilegible'], now: { state: 'entregada', version: 3 } }],
    ]);
    const id = reviews[0]?.id ?? '';
    const body = { version: 3 };
    expect((await dispatch.call('reviews.reject', { id, body, key: randomUUID() })).status).toBe(409);
    expect((await dispatch.call('reviews.accept', { id, body, key: randomUUID() })).status).toBe(200);
    expect(await list()).toMatchObject({ reviews: [], pending: 0 });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'entregada', version: 3 });
    const events = await desk.db
      .selectFrom('events')
      .select('data')
      .where('type', 'like', 'review.%')
      .orderBy('position')
      .execute();
    expect(events.map(({ data }) => data)).toMatchObject([
      { review: { id, why: 'foto' }, pending: 1 },
      { review: { id, why: 'foto' }, pending: 0, decision: 'aceptada' },
    ]);
    expect((await dispatch.call('reviews.accept', { id, body, key: randomUUID() })).status).toBe(404);
  });

  it('G40: marks a visit under review, whose decision covers both', async () => {
    const { phone, order, visit } = await visited();
    await desk.db.updateTable('field_visits').set({ state: 'pendiente', why: 'tarde' }).execute();
    const bytes = Buffer.alloc(100, 1);
    await sendAll(phone, newPhoto(visit, bytes), bytes);
    const [review] = (await dispatch.ok('reviews.list')).reviews;
    expect(review).toMatchObject({ why: 'tarde', pictureMarks: ['ilegible'] });
    const { version } = await dispatch.order(order.id);
    await dispatch.call('reviews.accept', { id: review?.id ?? '', body: { version }, key: randomUUID() });
    expect(await dispatch.ok('reviews.list')).toMatchObject({ reviews: [], pending: 0 });
  });

  it('G40: is refused for its size before any bytes arrive', async () => {
    const { phone, visit } = await visited();
    const place = { lat: -12.1, lng: -77, accuracy: 8 };
    const body = newPhoto(visit, Buffer.alloc(0), { bytes: MAX_PHOTO_BYTES + 1, place });
    expect(await begin(phone, body)).toMatchObject({
      received: 0,
      state: 'refused',
      problem: expect.stringContaining('8 MB') as string,
    });
    expect((await phone.part(body.id, 0, Buffer.alloc(20_000))).body).toMatchObject({ received: 0, state: 'refused' });
    // Nothing will be stored that could need the place.
    expect(await desk.db.selectFrom('photo_uploads').select(['lat', 'lng', 'accuracy']).execute()).toEqual([
      { lat: null, lng: null, accuracy: null },
    ]);
  });

  it('G40: is refused with a hash of other bytes, and with more or fewer bytes than declared', async () => {
    const { phone, visit } = await visited();
    const bytes = await large(9);
    const lying = newPhoto(visit, bytes, { sha256: 'a'.repeat(64) });
    expect(await sendAll(phone, lying, bytes)).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('distinta') as string,
    });
    const short = newPhoto(visit, bytes, { bytes: 30_000 });
    await begin(phone, short);
    expect((await phone.part(short.id, 0, bytes.subarray(0, 30_001))).status).toBe(400);
    expect((await sendAll(phone, short, bytes.subarray(0, 30_000))).state).toBe('refused');
    const small = newPhoto(visit, bytes);
    await begin(phone, small);
    for (const length of [0, 1, 1000])
      expect((await phone.part(small.id, 0, bytes.subarray(0, length))).status).toBe(400);
    expect((await phone.part(small.id, 0, Buffer.alloc(MAX_PHOTO_PART + 1))).status).toBe(413);
    expect(await evidence()).toEqual([]);
  });

  it('is kept while the disk or the office is full, and stored afterwards', async () => {
    const { phone, order, visit } = await visited();
    const bytes = await photo(10);
    const body = newPhoto(visit, bytes);
    const { put } = store();
    store().put = () => Promise.reject(new StoreFull('full'));
    await begin(phone, body);
    expect((await phone.part(body.id, 0, bytes)).status).toBe(503);
    store().put = put;
    const { config } = desk.services;
    desk.services.config = { ...config, officeDay: { ...config.officeDay, photos: 0 } };
    expect((await phone.call('field.photo', body)).status).toBe(429);
    desk.services.config = config;
    expect(await begin(phone, body)).toEqual({ received: bytes.length, state: 'stored' });
    expect((await dispatch.order(order.id)).evidence).toBe(1);
    expect(config.officeDay.photos).toBeGreaterThan(PHONE_DAY.photos);
  });

  it("is stored while the company's storage is full, which refuses the office's photos", async () => {
    const { phone, order, visit } = await visited();
    await desk.db.updateTable('companies').set({ storage_quota: 0 }).where('id', '=', 'norte').execute();
    const bytes = await large(11);
    expect((await sendAll(phone, newPhoto(visit, bytes), bytes)).state).toBe('stored');
    const added = await dispatch.call('evidence.add', {
      id: order.id,
      file: await photo(12),
      query: { kind: 'entrega' },
    });
    expect(added.body).toEqual({ message: 'El almacenamiento de la empresa está lleno; avise al administrador' });
  });
});

describe('the bounds of a phone', () => {
  it('G40: count against the day of the office while they are unfinished', async () => {
    const [one, other] = [await visited(), await visited(desk.sara)];
    const bytes = await large();
    const [first, second] = [newPhoto(one.visit, bytes), newPhoto(other.visit, bytes)];
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    await begin(one.phone, first);
    await begin(other.phone, second);
    const { config } = desk.services;
    desk.services.config = { ...config, officeDay: { ...config.officeDay, bytes: half.length } };
    expect((await one.phone.part(first.id, 0, half)).status).toBe(200);
    const refused = await other.phone.part(second.id, 0, half);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { message: 'La oficina recibió hoy demasiadas fotos; avise al administrador' },
    ]);
    // What was begun is finished, so that unfinished photos cannot block each other.
    expect((await sendAll(one.phone, first, bytes)).state).toBe('stored');
    desk.services.config = config;
    expect((await sendAll(other.phone, second, bytes)).state).toBe('stored');
  });

  it('G40: keep only the newest unfinished photos', async () => {
    const { phone, visit } = await visited();
    const begun: NewPhoto[] = [];
    for (let count = 0; count <= MAX_STAGED; count++) {
      desk.clock.move(1000);
      const bytes = await large(20 + count);
      const body = newPhoto(visit, bytes);
      begun.push(body);
      await begin(phone, body);
      await phone.part(body.id, 0, bytes.subarray(0, 20_000));
    }
    const [first = newPhoto(visit, Buffer.alloc(0)), ...newest] = begun;
    expect((await parts()).map(({ upload }) => upload).sort()).toEqual(newest.map(({ id }) => id).sort());
    // Its phone sends it from the beginning.
    expect(await begin(phone, first)).toEqual({ received: 0, state: 'open' });
  });

  it('G40: limit the photos and bytes of a day, with 10,000 uploads', async () => {
    const { phone, visit } = await visited();
    const bytes = await photo(30);
    const rows = Array.from({ length: PHONE_DAY.photos - 1 }, () => ({
      office_id: 'N1',
      courier_id: Number(desk.pedro),
      id: randomUUID(),
      company_id: 'norte',
      visit,
      kind: 'entrega' as const,
      bytes: 1,
      sha256: '',
      taken_at: NOW,
      clock_offset_ms: null,
      lat: null,
      lng: null,
      accuracy: null,
      state: 'open' as const,
      problem: null,
      begun_at: NOW,
      changed_at: NOW,
    }));
    await desk.db.insertInto('photo_uploads').values(rows).execute();
    const last = newPhoto(visit, bytes);
    expect((await sendAll(phone, last, bytes)).state).toBe('stored');
    const more = newPhoto(visit, bytes);
    expect((await phone.call('field.photo', more)).status).toBe(429);
    // Uploads that were begun may continue, and the next day has its own limit.
    expect((await begin(phone, last)).state).toBe('stored');
    desk.clock.move(DAY_MS + 1000);
    expect((await phone.call('field.photo', more)).status).toBe(200);
    await desk.db
      .updateTable('photo_uploads')
      .set({ bytes: 2 ** 30 })
      .where('id', '=', more.id)
      .execute();
    expect((await phone.call('field.photo', newPhoto(visit, bytes))).status).toBe(429);
  });
});

describe('the sweep of uploads', () => {
  it('G40: of one courier do not delay the other couriers of the office', async () => {
    const [first, second] = [await visited(), await visited(await dispatch.createCourier({ name: 'Rosa Rojas' }))];
    const [released, waiting] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
    const { put } = store();
    // Photos of the first courier are not square, and are stored only at the end.
    vi.spyOn(store(), 'put').mockImplementation(async (name, bytes) => {
      const { width, height } = await sharp(bytes).metadata();
      if (width !== height) {
        waiting.resolve(true);
        await released.promise;
      }
      await put(name, bytes);
    });
    const sent = [21, 22].map(async (seed) => {
      const bytes = await photo(seed);
      const body = newPhoto(first.visit, bytes);
      await begin(first.phone, body);
      // The second waits for the first; on a slow machine it is refused as busy.
      return (await first.phone.part(body.id, 0, bytes)).status;
    });
    await waiting.promise;
    const square = await photo(25, 400, 400);
    expect((await sendAll(second.phone, newPhoto(second.visit, square), square)).state).toBe('stored');
    released.resolve(true);
    expect(await Promise.all(sent)).toContain(200);
  });

  it('stores a complete photo whose phone did not reconnect', async () => {
    const { phone, visit } = await visited();
    const bytes = await photo(40);
    const body = newPhoto(visit, bytes);
    const { put } = store();
    store().put = () => Promise.reject(new Error('killed'));
    await begin(phone, body);
    expect((await phone.part(body.id, 0, bytes)).status).toBe(500);
    store().put = put;
    await sweep();
    expect(await evidence()).toEqual([]);
    desk.clock.move(11 * 60_000);
    await sweep();
    expect((await evidence()).length).toBe(1);
    expect((await begin(phone, body)).state).toBe('stored');
  });

  it('stores a complete photo behind hundreds that always fail', async () => {
    const { phone, visit } = await visited();
    const bytes = await photo(42);
    const body = newPhoto(visit, bytes);
    await begin(phone, body);
    const { put } = store();
    store().put = () => Promise.reject(new Error('killed'));
    await phone.part(body.id, 0, bytes);
    store().put = put;
    // Complete by their rows, but of a visit that is gone: the sweep cannot finish them.
    await sql`
      insert into photo_uploads (office_id, courier_id, id, company_id, visit, kind, bytes, sha256, taken_at, received, state,
        begun_at, changed_at)
      select office_id, courier_id, gen_random_uuid(), company_id, gen_random_uuid(), kind, 0, ${hash('sha256', '')}, taken_at, 0,
        'open', begun_at, changed_at - n % 3 * interval '1 second'
      from photo_uploads, generate_series(1, 450) as n`.execute(desk.db);
    desk.clock.move(11 * 60_000);
    await sweep();
    expect((await evidence()).length).toBe(1);
  });

  it('deletes the parts of an abandoned photo', async () => {
    const { phone, visit } = await visited();
    const bytes = await large(41);
    const body = newPhoto(visit, bytes);
    await begin(phone, body);
    await phone.part(body.id, 0, bytes.subarray(0, 20_000));
    desk.clock.move((STAGED_DAYS - 1) * DAY_MS);
    await sweep();
    expect((await parts()).length).toBe(1);
    desk.clock.move(2 * DAY_MS);
    await sweep();
    expect(await parts()).toEqual([]);
    const again = await desk.phoneOf(desk.pedro);
    expect((await sendAll(again, body, bytes)).state).toBe('stored');
  });
});
