import { randomUUID } from 'node:crypto';
import { ASSERTION } from '@despacho/contracts/assertion';
import {
  GUEST_MINUTES,
  type GuestContent,
  guestContent,
  type GuestLinkSubject,
  MAX_GUEST_LINKS,
  MAX_GUEST_ORDERS,
  type Order,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { erasePersonNamed } from '#edge/commands/personal-data.ts';
import { MAX_OPENINGS } from '#platform/database/table-bounds.ts';
import { addEvidence, type NewEvidence } from '#field/evidence/add-evidence.ts';
import { applyRetention } from '#upkeep/privacy/keep-retention.ts';
import { assertionOf } from './assertions.ts';
import { dispatcherOf, workerClaims } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import { NORTE_RUC } from './people.ts';
import request from './request.ts';
import { newGuest as guestOf } from './use-guests.ts';
import { usePhones } from './use-phones.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const VOID = [
  410,
  'Este enlace no muestra nada: venció, lo anularon o está incompleto. Pida uno nuevo a quien se lo envió.',
];
const KEEP = { photos: 0, signatures: 0, documents: 0 };

describe('links of guests', () => {
  const desk = usePhones();
  const { dispatch, assign, phoneOf } = desk;

  const newGuest = (network?: string) => guestOf(desk, network);
  const ofOrder = ({ id }: Order): GuestLinkSubject => ({ kind: 'order', orderId: id });
  const ofDay = (clientId: string, day = '2026-11-20'): GuestLinkSubject => ({ kind: 'client', clientId, day });
  const share = (subject: GuestLinkSubject, days = 7) => dispatch.ok('guestLinks.create', { body: { subject, days } });
  const reasonOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { message: string }).message,
  ];
  const add = async (order: Order, seed: number, changes: Partial<NewEvidence> = {}) =>
    addEvidence(desk.services, dispatcherOf('ana'), {
      upload: randomUUID(),
      orderId: Number(order.id),
      kind: 'entrega',
      bytes: await photo(seed),
      mediaType: 'image/jpeg',
      ...changes,
    });

  /** An order that Rosa received, with a photo, a signature and a delivery note. */
  async function delivered(input: Parameters<typeof dispatch.createOrder>[0] = {}) {
    const created = await dispatch.createOrder({
      recipient: { name: 'José Peña', phone: '+51 987 654 321' },
      collectDue: 123_450,
      note: 'Cobrar antes',
      ...input,
    });
    await assign([created], desk.pedro);
    const phone = await phoneOf(desk.pedro);
    const visit = randomUUID();
    const { status } = await phone.call('field.visit', {
      id: visit,
      order: created.id,
      attempt: 1,
      version: 2,
      to: 'entregada',
      at: desk.clock().toISOString(),
      clockOffsetMs: 0,
      place: null,
      receiver: { name: 'Rosa Quispe', document: '12345678', relation: 'familiar' },
      payments: [{ means: 'efectivo', amount: 123_450 }],
      photos: [],
    });
    expect(status).toBe(200);
    const order = await dispatch.order(created.id);
    await add(order, 1, { visit });
    await add(order, 2, { visit, kind: 'firma' });
    await add(order, 3, { visit, kind: 'guia' });
    return order;
  }

  it('G42: show state, time, receiver, photos and signature of one order, and nothing else', async () => {
    const order = await delivered({ clientReference: 'OC-77' });
    const { fragment, link } = await share(ofOrder(order));
    expect(link).toMatchObject({
      order: { id: order.id, code: order.code },
      client: { name: 'Bodega Ñandú' },
      day: null,
      expiresAt: new Date(desk.clock().getTime() + 7 * DAY).toISOString(),
      by: { user: 'Doña ana' },
      openings: 0,
    });
    const guest = newGuest();
    const opened = await guest.open(fragment);
    expect(opened.status).toBe(200);
    const content = guestContent.parse(opened.body);
    expect(content).toMatchObject({ company: 'Norte S.A.C.', office: 'Norte uno', client: 'Bodega Ñandú', more: 0 });
    expect(content.orders).toMatchObject([
      {
        code: order.code,
        reference: 'OC-77',
        district: 'Miraflores',
        state: 'entregada',
        closedAt: order.closedAt,
        receiver: 'Rosa Quispe',
        reason: null,
        photos: [{ kind: 'entrega' }, { kind: 'firma' }],
      },
    ]);
    expect(await guest.content()).toEqual(content);
    expect(opened.text).not.toMatch(/987|12345678|1234|José|Peña|Larco|Pedro|Rojas|Cobrar|familiar/);
  });

  it('G42: send the photos of their orders, in each size, and no other photo', async () => {
    const order = await delivered();
    const other = await delivered();
    const { fragment } = await share(ofOrder(order));
    const guest = newGuest();
    await guest.open(fragment);
    const [content, foreign] = [await guest.content(), await dispatch.ok('evidence.list', { id: other.id })];
    const [shown] = content.orders[0]?.photos ?? [];
    for (const medida of ['mini', 'media', 'completa']) {
      const { status, headers } = await guest.call('guest.photo', { id: shown?.id ?? '', medida });
      expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
    }
    const own = await dispatch.ok('evidence.list', { id: order.id });
    const note = own.find(({ kind }) => kind === 'guia');
    for (const { id = '' } of [...foreign, { id: note?.id ?? '' }, { id: '999999' }])
      expect((await guest.call('guest.photo', { id })).status).toBe(404);
    expect((await newGuest().call('guest.photo', { id: shown?.id ?? '' })).status).toBe(403);
  });

  it('G42: hide photos and receivers of rejected and of earlier visits', async () => {
    const order = await delivered();
    const { fragment } = await share(ofOrder(order));
    const guest = newGuest();
    await guest.open(fragment);
    await desk.db.updateTable('field_visits').set({ state: 'rechazada' }).execute();
    expect((await guest.content()).orders).toMatchObject([{ receiver: null, photos: [] }]);
    await desk.db.updateTable('field_visits').set({ state: 'aplicada' }).execute();
    expect((await guest.content()).orders).toMatchObject([{ receiver: 'Rosa Quispe', photos: [{}, {}] }]);
    const { version } = await dispatch.order(order.id);
    const reopened = { id: order.id, version, to: 'en_ruta' } as const;
    const receipt = await dispatch.ok('assignments.correct', {
      as: 'chief',
      body: { why: 'Era otra', orders: [reopened] },
    });
    expect(receipt.outcomes).toMatchObject([{ ok: true }]);
    expect((await guest.content()).orders).toMatchObject([{ state: 'en_ruta', receiver: null, photos: [] }]);
  });

  it('G42: show why a visit failed, in the words of the catalogue', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' });
    const { fragment } = await share(ofOrder(order));
    const opened = await newGuest().open(fragment);
    expect((opened.body as GuestContent).orders).toMatchObject([
      { state: 'no_entregada', reason: 'Destinatario ausente', receiver: null },
    ]);
  });

  it('G42: show the orders of a client on a day, and of no other client, day or office', async () => {
    const shown = [await dispatch.createOrder(), await dispatch.createOrder()];
    await dispatch.createOrder({ client: { id: 'c2', name: 'Botica', phone: null } });
    await dispatch.createOrder({ date: '2026-11-21' });
    await dispatch.createOrder({}, 'neighbour');
    const { fragment, link } = await share(ofDay('c1'));
    expect(link).toMatchObject({ order: null, client: { id: 'c1', name: 'Bodega Ñandú' }, day: '2026-11-20' });
    const { day, orders } = (await newGuest().open(fragment)).body as GuestContent;
    expect([day, orders.map(({ code }) => code)]).toEqual(['2026-11-20', shown.map(({ code }) => code)]);
  });

  it('G42: count the orders of a day that do not fit', async () => {
    const order = await dispatch.createOrder();
    const { fragment } = await share(ofDay('c1'));
    const columns = sql.raw('company_id, office_id, client_id, client_name, recipient, address, ubigeo, lat, lng');
    const others = sql.raw('date, packages, weight_grams, priority, created_at, approximate');
    await sql`
      with made as (
        insert into order_details (code, ${columns}, ${others})
        select 'X' || n, ${columns}, ${others} from order_details, generate_series(1, ${MAX_GUEST_ORDERS + 2}) as n
        where id = ${Number(order.id)} returning office_id, id
      )
      insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user, changed_what)
      select made.office_id, made.id, state, due_at, changed_at, changed_username, changed_user, changed_what
      from made, order_progress where order_id = ${Number(order.id)}`.execute(desk.db);
    const { orders, more } = (await newGuest().open(fragment)).body as GuestContent;
    expect([orders.length, more]).toEqual([MAX_GUEST_ORDERS, 3]);
  });

  it('G42: refuse invented, expired, revoked and erased secrets in the same words', async () => {
    const order = await delivered();
    const [revoked, expired, erased] = [
      await share(ofOrder(order)),
      await share(ofOrder(order), 1),
      await share(ofOrder(order), 90),
    ];
    const opened = newGuest();
    expect((await opened.open(revoked.fragment)).status).toBe(200);
    await dispatch.ok('guestLinks.revoke', { id: revoked.link.id });
    expect((await opened.call('guest.content')).status).toBe(403);
    expect((await dispatch.call('guestLinks.revoke', { id: revoked.link.id })).status).toBe(404);
    desk.clock.move(DAY - 1);
    const late = newGuest();
    expect((await late.open(expired.fragment)).status).toBe(200);
    desk.clock.move(1);
    expect((await late.call('guest.content')).status).toBe(403);
    expect((await newGuest().open(erased.fragment)).status).toBe(200);
    await desk.db.updateTable('order_progress').set({ state: 'devuelta' }).execute();
    const options: Record<string, string> = { ruc: NORTE_RUC, document: '12345678', confirm: 'yes' };
    await erasePersonNamed(desk.services, (name) => options[name] ?? '');
    for (const secret of ['A'.repeat(43), revoked.fragment, expired.fragment, erased.fragment])
      expect(reasonOf(await newGuest().open(secret))).toEqual(VOID);
    expect(await desk.db.selectFrom('guest_openings').select('id').execute()).toEqual([]);
  });

  it('G42: end a session after half an hour, and accept only ids that opened a link', async () => {
    const { fragment } = await share(ofOrder(await dispatch.createOrder()));
    const guest = newGuest();
    expect((await guest.call('guest.session')).status).toBe(403);
    await guest.open(fragment);
    expect((await guest.call('guest.session')).body).toEqual({
      endsAt: new Date(desk.clock().getTime() + GUEST_MINUTES * MINUTE).toISOString(),
    });
    desk.clock.move(GUEST_MINUTES * MINUTE - 1);
    expect((await guest.call('guest.content')).status).toBe(200);
    desk.clock.move(1);
    expect((await guest.call('guest.content')).status).toBe(403);
    expect((await newGuest().call('guest.content')).status).toBe(403);
  });

  it('G42: are stored as a hash, and log each opening with time and network', async () => {
    const order = await dispatch.createOrder();
    const { fragment, link } = await share(ofOrder(order));
    await newGuest().open(fragment);
    desk.clock.move(MINUTE);
    await newGuest('2001:db8:7::/48').open(fragment);
    const rows = [
      await desk.db.selectFrom('guest_links').selectAll().execute(),
      await desk.db.selectFrom('guest_openings').selectAll().execute(),
      await desk.db.selectFrom('events').selectAll().execute(),
      await desk.db.selectFrom('idempotency_keys').selectAll().execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(fragment);
    const list = await dispatch.ok('guestLinks.list', { query: { orden: order.id } });
    const at = desk.clock().getTime();
    expect(list).toMatchObject({
      live: 1,
      links: [
        {
          id: link.id,
          openings: 2,
          lastOpenings: [
            { at: new Date(at).toISOString(), network: '2001:db8:7::/48' },
            { at: new Date(at - MINUTE).toISOString(), network: '203.0.113.0/24' },
          ],
        },
      ],
    });
    expect(JSON.stringify(list)).not.toContain(fragment);
  });

  it('G40: drop the oldest openings of a link, and limit how often it is read in a minute', async () => {
    const { fragment } = await share(ofOrder(await dispatch.createOrder()));
    const statuses: number[] = [];
    for (let opened = 0; opened < MAX_OPENINGS + 5; opened += 1) {
      if (opened % 20 === 0) desk.clock.move(MINUTE);
      statuses.push((await newGuest().open(fragment)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await desk.db.selectFrom('guest_openings').select('id').execute()).toHaveLength(MAX_OPENINGS);
    expect((await dispatch.ok('guestLinks.list')).links).toMatchObject([{ openings: MAX_OPENINGS + 5 }]);
    for (let opened = 0; opened < 30; opened += 1) statuses.push((await newGuest().open(fragment)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('G40: are refused above a thousand valid ones, also concurrently; expired ones do not count', async () => {
    const order = await dispatch.createOrder();
    await sql`
      insert into guest_links (office_id, company_id, secret_hash, order_id, client_name, created_at, expires_at, by_username, by_user)
      select 'N1', 'norte', 'h' || n, ${Number(order.id)}, 'Bodega', ${desk.clock()}, ${desk.clock()}::timestamptz + n * interval '1 minute', 'ana', 'Ana'
      from generate_series(1, ${MAX_GUEST_LINKS - 1}::integer) as n`.execute(desk.db);
    const create = () => dispatch.call('guestLinks.create', { body: { subject: ofOrder(order), days: 1 } });
    const answers = await Promise.all([create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message:
        'La oficina ya tiene 1,000 enlaces vigentes, el máximo. Anule los que ya no hagan falta y vuelva a intentarlo',
    });
    expect((await dispatch.ok('guestLinks.list')).live).toBe(MAX_GUEST_LINKS);
    desk.clock.move(MINUTE);
    expect((await create()).status).toBe(200);
    expect(await desk.db.selectFrom('guest_links').select('id').execute()).toHaveLength(MAX_GUEST_LINKS);
  });

  it('G42: end with the retention of their order’s photos, and are removed once expired', async () => {
    const order = await delivered();
    const kept = await dispatch.createOrder();
    const [first, second] = [await share(ofOrder(order), 90), await share(ofOrder(kept), 2)];
    await newGuest().open(second.fragment);
    await applyRetention(desk.services, KEEP);
    expect((await dispatch.ok('guestLinks.list')).live).toBe(2);
    desk.clock.move(2 * DAY);
    await applyRetention(desk.services, { ...KEEP, photos: 1 });
    expect(reasonOf(await newGuest().open(first.fragment))).toEqual(VOID);
    for (const table of ['guest_links', 'guest_openings'] as const)
      expect(await desk.db.selectFrom(table).select('id').execute()).toEqual([]);
  });

  it('G42: accept only a whole request: a subject of the office, 1 to 90 days', async () => {
    const foreign = await dispatch.createOrder({}, 'neighbour');
    const order = await dispatch.createOrder();
    const create = (subject: object, days = 7) =>
      dispatch.call('guestLinks.create', { rawBody: { subject, days } }).then(({ status }) => status);
    expect(await create(ofOrder(foreign))).toBe(404);
    expect(await create(ofDay('c2'))).toBe(422);
    expect(await create({ kind: 'client', clientId: 'c1' })).toBe(400);
    for (const days of [0, 91, 1.5]) expect(await create(ofOrder(order), days)).toBe(400);
    expect(await create(ofOrder(order), 90)).toBe(200);
  });

  it('G42: show nothing while their author may not share in the office', async () => {
    const own = { id: 'ana', office_id: 'N1', username: 'Ana', name: 'Ana', charge: 'D', permissions: ['U01', 'D05'] };
    await desk.db
      .insertInto('users')
      .values({ ...own, password_hash: '' })
      .execute();
    const { fragment, link } = await share(ofOrder(await delivered()));
    const opened = newGuest();
    const [photoId = ''] =
      ((await opened.open(fragment)).body as GuestContent).orders[0]?.photos.map(({ id }) => id) ?? [];
    const statuses = async () => [
      (await opened.call('guest.session')).status,
      (await opened.call('guest.content')).status,
      (await opened.call('guest.photo', { id: photoId })).status,
      (await newGuest().open(fragment)).status,
    ];
    const isSuspended = async () => (await dispatch.ok('guestLinks.list', { as: 'clerk' })).links[0]?.isSuspended;
    const become = (changes: Partial<typeof own>) =>
      desk.db
        .updateTable('users')
        .set({ ...own, ...changes })
        .where('id', '=', 'ana')
        .execute();
    const works = [200, 200, 200, 200];
    const fails = [403, 403, 403, 410];
    const cases: [Partial<typeof own>, number[]][] = [
      [{}, works],
      [{ permissions: ['D05', 'G01'] }, fails],
      [{ permissions: ['T02'] }, works],
      [{ office_id: 'N2' }, fails],
      [{ office_id: 'N2', charge: 'S' }, works],
      [{ office_id: 'N2', charge: 'S', permissions: ['D05'] }, fails],
      [{ office_id: 'S1', charge: 'S' }, fails],
    ];
    for (const [changes, expected] of cases) {
      await become(changes);
      expect([changes, await statuses(), await isSuspended()]).toEqual([changes, expected, expected === fails]);
    }
    await desk.db.deleteFrom('users').where('id', '=', 'ana').execute();
    expect([await statuses(), await isSuspended()]).toEqual([fails, true]);
    // Whoever may share in the office ends the links of others.
    await dispatch.ok('guestLinks.revoke', { as: 'clerk', id: link.id });
    expect(await dispatch.ok('guestLinks.list')).toEqual({ links: [], live: 0 });
  });

  it('G42: are in the history of the orders that they show, without their secret', async () => {
    const order = await dispatch.createOrder();
    const elsewhere = await dispatch.createOrder({ date: '2026-11-21' });
    const shares = async ({ id }: Order) =>
      (await dispatch.ok('orders.read', { id })).shares.map(({ what, user, isDay }) => [what, user, isDay]);
    const [ofOne, ofAll] = [await share(ofOrder(order), 14), await share(ofDay('c1'), 14)];
    const open = async () => {
      for (const { fragment } of [ofOne, ofAll]) expect((await newGuest().open(fragment)).status).toBe(200);
    };
    await open();
    desk.clock.move(DAY - 1);
    await open();
    const first = [
      ['abierta', null, true],
      ['abierta', null, false],
      ['compartida', 'Doña ana', true],
      ['compartida', 'Doña ana', false],
    ];
    expect(await shares(order), 'one opening in 24 hours').toEqual(first);
    desk.clock.move(1);
    await open();
    await dispatch.ok('guestLinks.revoke', { as: 'clerk', id: ofOne.link.id });
    expect(await shares(order)).toEqual([
      ['anulada', 'Doña clerk', false],
      ['abierta', null, true],
      ['abierta', null, false],
      ...first,
    ]);
    expect(await shares(elsewhere)).toEqual([]);
    const { shares: shared } = await dispatch.ok('orders.read', { id: order.id });
    expect(shared.at(-1)).toEqual({
      what: 'compartida',
      link: ofOne.link.id,
      at: ofOne.link.createdAt,
      user: 'Doña ana',
      expiresAt: ofOne.link.expiresAt,
      isDay: false,
    });
    const acts = JSON.stringify(await desk.db.selectFrom('guest_acts').selectAll().execute());
    for (const { fragment } of [ofOne, ofAll]) expect(acts).not.toContain(fragment);
  });

  it('G42: of a client’s day end when a person whom they show is erased', async () => {
    const { id } = await delivered();
    await dispatch.createOrder({ date: '2026-11-21' });
    const [shown, other] = [await share(ofDay('c1'), 90), await share(ofDay('c1', '2026-11-21'), 90)];
    await desk.db.updateTable('order_progress').set({ state: 'devuelta' }).where('order_id', '=', Number(id)).execute();
    const options: Record<string, string> = { ruc: NORTE_RUC, document: '12345678', confirm: 'yes' };
    await erasePersonNamed(desk.services, (name) => options[name] ?? '');
    expect(reasonOf(await newGuest().open(shown.fragment))).toEqual(VOID);
    expect((await newGuest().open(other.fragment)).status).toBe(200);
  });

  it('G20: are created, listed and revoked by U01 or T02 in the office only', async () => {
    const order = await dispatch.createOrder();
    const body = { subject: ofOrder(order), days: 1 };
    const { link } = await share(ofOrder(order));
    const statuses = async (as: 'chief' | 'clerk' | 'blindchief' | 'neighbour' | 'stranger') => [
      (await dispatch.call('guestLinks.list', { as, office: 'N1' })).status,
      (await dispatch.call('guestLinks.create', { as, office: 'N1', body })).status,
      (await dispatch.call('guestLinks.revoke', { as, office: 'N1', id: '999' })).status,
    ];
    expect(await statuses('chief')).toEqual([200, 200, 404]);
    expect(await statuses('clerk')).toEqual([200, 200, 404]);
    expect(await statuses('blindchief')).toEqual([403, 403, 403]);
    expect(await statuses('neighbour')).toEqual([404, 404, 404]);
    expect(await statuses('stranger')).toEqual([404, 404, 404]);
    const own = await dispatch.call('guestLinks.revoke', { as: 'neighbour', id: link.id });
    expect(own.status).toBe(404);
    expect((await dispatch.ok('guestLinks.list')).live).toBe(3);
  });

  it('G42: accept no assertion of staff or of a phone, nor is a guest accepted in their place', async () => {
    const { fragment } = await share(ofOrder(await dispatch.createOrder()));
    const guest = newGuest();
    await guest.open(fragment);
    const get = async (path: string, claims: object, audience: string) => {
      const bearer = await assertionOf({ ...claims }, { audience, from: desk.clock() });
      return (await request(desk.app).get(`/operations${path}`).set('Authorization', `Bearer ${bearer}`)).status;
    };
    const session = 'A'.repeat(43);
    const claims = {
      staff: [workerClaims('ana'), ASSERTION.audience],
      phone: [{ device: session, deviceName: '' }, ASSERTION.fieldAudience],
      guest: [{ session, network: '' }, ASSERTION.guestAudience],
    } as const;
    expect(await get('/guest/content', ...claims.staff)).toBe(401);
    expect(await get('/guest/content', ...claims.phone)).toBe(401);
    expect(await get('/guest/content', ...claims.guest)).toBe(403);
    expect(await get('/field/route', ...claims.guest)).toBe(401);
    expect(await get('/orders?officeId=N1', ...claims.guest)).toBe(401);
    expect(await get('/orders?officeId=N1', ...claims.staff)).toBe(200);
  });
});
