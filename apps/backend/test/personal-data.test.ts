import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { erasePersonNamed, purgeEvidence } from '#edge/commands/personal-data.ts';
import { addEvidence, type NewEvidence } from '#field/evidence/add-evidence.ts';
import { withoutRemovals } from '#upkeep/backup/backup-lease.ts';
import { ERASED } from '#platform/erased.ts';
import { applyRetention } from '#upkeep/privacy/keep-retention.ts';
import { countExpired, removeExpired } from '#upkeep/privacy/remove-expired.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import { type createMemoryStore } from './memory-store.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';
import { usePhones } from './use-phones.ts';

const desk = useDesk();
const { dispatch } = desk;

const DAY_MS = 86_400_000;
const ROSA = { name: 'Rosa Díaz', document: '45678912', relation: 'familiar' };
const store = () => desk.services.evidence as ReturnType<typeof createMemoryStore>;
const photos = () => desk.db.selectFrom('evidence').selectAll().orderBy('id').execute();
const storageUsed = async () =>
  (await desk.db.selectFrom('companies').select('storage_used').where('id', '=', 'norte').executeTakeFirstOrThrow())
    .storage_used;

/** Takes and adds a photo some days ago. */
async function addOld(orderId: string, days: number, seed: number, changes: Partial<NewEvidence> = {}) {
  desk.clock.move(-days * DAY_MS);
  const upload = {
    upload: randomUUID(),
    orderId: Number(orderId),
    kind: 'entrega' as const,
    bytes: await photo(seed),
    mediaType: 'image/jpeg',
    receiver: ROSA,
    ...changes,
  };
  const added = await addEvidence(desk.services, dispatcherOf('ana'), upload);
  desk.clock.move(days * DAY_MS);
  return added;
}

const options = (given: Record<string, string>) => (name: string) => given[name] ?? '';
const purge = (given: Record<string, string>) => purgeEvidence(desk.services, options(given));
const erase = (given: Record<string, string>) => erasePersonNamed(desk.services, options({ ruc: NORTE_RUC, ...given }));

/** Every text of every row of the database that could hold personal data, and the names of files. */
async function everything(): Promise<string> {
  const tables = [
    'order_details',
    'order_progress',
    'order_search',
    'events',
    'evidence',
    'couriers',
    'courier_devices',
    'courier_documents',
    'courier_absences',
    'courier_links',
    'courier_notes',
    'erasures',
  ] as const;
  const rows = await Promise.all(tables.map((table) => desk.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}

describe('retention', () => {
  it('removes photos, signatures and documents after their own number of days', async () => {
    const order = await dispatch.createOrder();
    await addOld(order.id, 40, 1);
    await addOld(order.id, 40, 2, { kind: 'firma' });
    const recent = await addOld(order.id, 20, 3);
    const used = await storageUsed();
    const [old] = await photos();
    await applyRetention(desk.services, { photos: 30, signatures: 60, documents: 10 });
    const left = await photos();
    expect(left.map(({ kind, receiver }) => [kind, receiver])).toEqual([
      ['firma', { ...ROSA, document: null }],
      ['entrega', { ...ROSA, document: null }],
    ]);
    expect(left[1]?.id).toBe(Number(recent.id));
    expect(store().files.size).toBe(6);
    expect((await dispatch.order(order.id)).evidence).toBe(2);
    expect(await storageUsed()).toBe(used - (old?.bytes ?? 0));
    const erasures = await desk.db.selectFrom('erasures').selectAll().execute();
    expect(erasures).toMatchObject([
      { office_id: 'N1', cause: 'retention', at: NOW, removed: { photos: 1, signatures: 0, documents: 2 } },
    ]);
    // Nothing is left for the next run, which leaves no record.
    await applyRetention(desk.services, { photos: 30, signatures: 60, documents: 10 });
    expect(await desk.db.selectFrom('erasures').select('id').execute()).toHaveLength(1);
  });

  it('keeps everything with 0 days', async () => {
    const order = await dispatch.createOrder();
    await addOld(order.id, 4000, 1);
    await applyRetention(desk.services, { photos: 0, signatures: 0, documents: 0 });
    expect(await photos()).toMatchObject([{ receiver: ROSA }]);
  });

  it('works in batches, in two concurrent processes', async () => {
    const order = await dispatch.createOrder();
    for (let seed = 1; seed <= 5; seed++) await addOld(order.id, 40, seed);
    const run = () => removeExpired(desk.services, { companyId: 'norte', officeId: 'N1' }, () => NOW, { batch: 2 });
    const both = await Promise.all([run(), run()]);
    expect(both.reduce((sum, each) => sum + each.photos, 0)).toBe(5);
    expect([(await photos()).length, store().files.size, (await dispatch.order(order.id)).evidence]).toEqual([0, 0, 0]);
  });

  it('keeps a file that another photo uses', async () => {
    const [one, other] = await dispatch.createOrders(2);
    await addOld(one?.id ?? '', 40, 1);
    await addOld(other?.id ?? '', 1, 2);
    const [, recent] = await photos();
    await desk.db
      .updateTable('evidence')
      .set({ file: recent?.file ?? '' })
      .execute();
    await applyRetention(desk.services, { photos: 30, signatures: 30, documents: 30 });
    expect(await store().get(`${recent?.file ?? ''}.jpg`)).toBeDefined();
  });

  it('removes receipts of changes and previews of all users after a day, and counts after their day', async () => {
    const left = async () => {
      const counts = [];
      for (const table of ['idempotency_keys', 'import_lines', 'client_imports', 'person_days'] as const)
        counts.push(
          (
            await desk.db
              .selectFrom(table)
              .select(sql`1`.as('one'))
              .execute()
          ).length,
        );
      return counts;
    };
    await dispatch.createOrder();
    const preview = {
      company_id: 'norte',
      office_id: 'N1',
      person: 'ana',
      username: 'ana',
      user_name: 'Doña ana',
      file_name: 'a.csv',
      file_hash: '',
      header: 'x',
      at: NOW,
    };
    const { id } = await desk.db.insertInto('imports').values(preview).returning('id').executeTakeFirstOrThrow();
    // A line to import, and one that was left out.
    await sql`
      insert into import_lines (import_id, line, rows, outcome, input, text, fixable)
      values
        (${id}, 2, '{2}', 'order', '{"recipient":"Rosa"}', 'Rosa', false),
        (${id}, 3, '{3}', 'repeated', null, 'Luz', false)`.execute(desk.db);
    const clients = { company_id: 'norte', person: 'ana', file_name: 'b.csv', at: NOW, lines: '[]' };
    await desk.db.insertInto('client_imports').values(clients).execute();
    const apply = () => applyRetention(desk.services, { photos: 0, signatures: 0, documents: 0 });
    await apply();
    expect(await left()).toEqual([1, 2, 1, 1]);
    desk.clock.move(DAY_MS + 1);
    await apply();
    expect(await left()).toEqual([0, 0, 0, 1]);
    desk.clock.move(2 * DAY_MS);
    await apply();
    expect(await left()).toEqual([0, 0, 0, 0]);
  });

  it('waits for the end of a backup', async () => {
    const order = await dispatch.createOrder();
    await addOld(order.id, 40, 1);
    const apply = () => applyRetention(desk.services, { photos: 30, signatures: 30, documents: 30 });
    await withoutRemovals(desk.db, async () => {
      await expect(apply()).rejects.toThrow(/backup is running/);
      await expect(withoutRemovals(desk.db, () => Promise.resolve())).rejects.toThrow(/Another backup/);
    });
    expect([(await photos()).length, store().files.size]).toEqual([1, 3]);
    // A killed backup does not block erasures forever.
    await desk.db.updateTable('meta').set({ value: '2020-01-01' }).where('key', '=', 'backup_until').execute();
    await apply();
    expect(await photos()).toEqual([]);
  });
});

describe('evidence purge', () => {
  it('counts first, and removes only with --confirm yes', async () => {
    const order = await dispatch.createOrder();
    await addOld(order.id, 40, 1);
    await addOld(order.id, 40, 2, { kind: 'firma' });
    await addOld(order.id, 1, 3);
    const asked = { before: '2026-11-01', office: 'N1' };
    expect(await purge(asked)).toBe(
      'N1: 1 photos, 1 signatures, 2 documents.\nNothing was removed. Repeat the command with --confirm yes to remove it.',
    );
    expect(await photos()).toHaveLength(3);
    const office = { companyId: 'norte', officeId: 'N1' };
    const counted = { photos: 2, signatures: 1, documents: 3 };
    for (const page of [1, 2, 5000]) expect(await countExpired(desk.db, office, NOW, page)).toEqual(counted);
    expect(await purge({ before: '2026-11-01', confirm: 'yes' })).toMatch(/^N1: 1 photos, 1 signatures, 0 documents\./);
    expect([(await photos()).length, store().files.size]).toEqual([1, 3]);
    expect(await desk.db.selectFrom('erasures').select('cause').execute()).toEqual([{ cause: 'purge' }]);
  });

  it.each([
    ['a day that does not exist', { before: '2026-13-01' }, /must be a day/],
    ['an office that is not there', { before: '2026-01-01', office: 'NADA' }, /no office NADA/],
  ])('rejects %s', async (_, given, text) => {
    await expect(purge(given)).rejects.toThrow(text);
  });
});

describe('person erase', () => {
  const PHONE = '987 654 321';
  const recipient = { name: 'Rosa Díaz', phone: PHONE };
  const place = {
    address: 'Av. Larco 345, dpto 12',
    reference: 'Puerta verde',
    ubigeo: '150122',
    point: { lat: -12.12, lng: -77.03 },
  };
  const SECRETS = /Rosa|987654321|987 654 321|Larco|LARCO|larco|Puerta verde|12\.12|45678912/;

  /** A delivered order with a photo, whose recipient and address were corrected before. */
  async function delivered() {
    const order = await dispatch.createOrder({
      recipient: { name: 'Rosita Díaz', phone: PHONE },
      place,
      note: 'Tocar a Rosa',
    });
    await dispatch.ok('orders.edit', {
      id: order.id,
      body: {
        version: order.version,
        changes: { recipient, place: { ...place, address: 'Av. Larco 354', point: { lat: -12.121, lng: -77.031 } } },
      },
    });
    await dispatch.ok('notes.write', { id: order.id, body: { text: 'Preguntar por Rosa' } });
    await desk.db
      .updateTable('order_progress')
      .set({ state: 'anulada' })
      .where('order_id', '=', Number(order.id))
      .execute();
    await addOld(order.id, 1, 1);
    return order;
  }

  it('by telephone, counts first, then keeps only what accounting requires', async () => {
    const order = await delivered();
    const before = await dispatch.order(order.id);
    expect(await everything()).toMatch(SECRETS);
    expect(await desk.db.selectFrom('places').select('key').execute()).toHaveLength(2);
    expect(await erase({ phone: '+51 987654321' })).toBe(
      'N1: 1 orders.\n  Named: "Rosa Díaz".\nN2: nothing.\nNothing was erased. Repeat the command with --confirm yes to erase it.',
    );
    expect(await everything()).toMatch(SECRETS);

    expect(await erase({ phone: '+51 987654321', confirm: 'yes' })).toMatch(/Erased\.$/);
    expect(await everything()).not.toMatch(SECRETS);
    expect([store().files.size, (await desk.db.selectFrom('places').select('key').execute()).length]).toEqual([0, 0]);
    const after = await dispatch.order(order.id);
    expect(after).toMatchObject({
      code: before.code,
      client: before.client,
      date: before.date,
      state: before.state,
      collect: before.collect,
      recipient: { name: ERASED, phone: null },
    });
    const { timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(timeline[0]).toMatchObject({ what: 'editada', actor: { username: '(servidor)' } });
    expect(await desk.db.selectFrom('erasures').select(['cause', 'removed']).execute()).toMatchObject([
      { cause: 'person', removed: { orders: 1 } },
    ]);
    expect(await erase({ phone: PHONE })).toMatch(/^N1: nothing\.\nN2: nothing\./);
  });

  it('by document, erases what this person received, and the order if the recipient has that name', async () => {
    const order = await delivered();
    const neighbour = await dispatch.createOrder({
      recipient: { name: 'Luis Paz', phone: null },
      place: { ...place, address: 'Jr. Puno 1', reference: null, point: null },
    });
    await addOld(neighbour.id, 1, 2);
    await addOld(neighbour.id, 1, 3, { receiver: { name: 'Luis Paz', document: '1', relation: null } });
    expect(await erase({ document: '45678912', confirm: 'yes' })).toMatch(
      /^N1: 1 orders, 1 photos received by this person in other orders\./,
    );
    expect(await everything()).not.toMatch(SECRETS);
    expect((await dispatch.order(neighbour.id)).recipient.name).toBe('Luis Paz');
    expect((await photos()).map(({ receiver }) => receiver?.name)).toEqual(['Luis Paz']);
    expect((await dispatch.order(order.id)).evidence).toBe(0);
  });

  it('by name, keeps and reports open orders and other people', async () => {
    const open = await dispatch.createOrder({ recipient });
    const other = await dispatch.createOrder({ recipient: { name: 'Rosa Díaz Vega', phone: null } });
    expect(await erase({ name: 'ROSA DIAZ', confirm: 'yes' })).toMatch(/Not erased: 1 orders that are not closed/);
    expect((await dispatch.order(open.id)).recipient.name).toBe('Rosa Díaz');
    expect((await dispatch.order(other.id)).recipient.name).toBe('Rosa Díaz Vega');
  });

  it('by name, erases a former recipient from the history of an order', async () => {
    const order = await dispatch.createOrder({ recipient });
    await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: order.version, changes: { recipient: { name: 'Luis Paz', phone: null } } },
    });
    expect(await erase({ name: 'Rosa Díaz', confirm: 'yes' })).toMatch(/1 orders with another recipient now/);
    expect(await everything()).not.toMatch(/Rosa|987654321/);
    expect((await dispatch.order(order.id)).recipient.name).toBe('Luis Paz');
  });

  it('by name, erases what staff wrote about the person', async () => {
    const [cancelled, renamed, other] = await dispatch.createOrders(3);
    const ref = (order: { id: string; version: number } | undefined) => ({
      id: order?.id ?? '',
      version: order?.version ?? 0,
    });
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'La señora rosa  díaz ya no lo quiere', orders: [ref(cancelled)] },
    });
    const edits = [
      {
        client: { id: 'c1', name: 'Bodega Ñandú', phone: null },
        recipient: { name: 'Rosa Díaz', phone: null },
        note: 'Preguntar por Rosa Díaz',
      },
      { recipient: { name: 'Luis Paz', phone: null } },
    ];
    for (const [index, changes] of edits.entries())
      await dispatch.ok('orders.edit', { id: renamed?.id ?? '', body: { version: 1 + index, changes } });
    for (const [order, text] of [
      [renamed, 'Lo recibe Díaz, Rosa'],
      [other, 'La rosa del jardín'],
    ] as const)
      await dispatch.ok('notes.write', { id: order?.id ?? '', body: { text } });
    expect(await erase({ name: 'Rosa Díaz' })).toMatch(/notes, reasons and decisions that mention this person/);
    await erase({ name: 'Rosa Díaz', confirm: 'yes' });
    expect(await everything()).not.toMatch(/rosa\W+d[ií]az|d[ií]az\W+rosa/i);
    expect(await everything()).toContain('La rosa del jardín');
    expect((await dispatch.order(renamed?.id ?? '')).note).toBeNull();
    const { orders } = await dispatch.ok('orders.list', { query: { buscar: NORTE_RUC } });
    expect(orders.map(({ id }) => id)).toContain(renamed?.id);
  });

  it('by name, keeps orders with an erased note searchable by their client’s code', async () => {
    const { id } = await dispatch.createOrder({
      client: { id: 'c1', name: 'Bodega Ñandú', phone: null },
      note: 'Preguntar por Rosa Díaz',
    });
    await erase({ name: 'Rosa Díaz', confirm: 'yes' });
    expect((await dispatch.order(id)).note).toBeNull();
    const { orders } = await dispatch.ok('orders.list', { query: { buscar: NORTE_RUC } });
    expect(orders.map((order) => order.id)).toEqual([id]);
  });

  it('by name, erases the reason of a decided visit', async () => {
    const [order] = await dispatch.createOrders(1);
    await sql`
      insert into events (office_id, position, type, at, data, order_id)
      values ('N1', 100000, 'order.changed', now(), ${JSON.stringify({
        type: 'order.changed',
        what: 'visita_rechazada',
        why: 'Pedro Rojas: tarde. No estaba doña Rosa Díaz',
      })}::jsonb, ${order?.id ?? ''}::bigint)`.execute(desk.db);
    expect(await erase({ name: 'Rosa Díaz', confirm: 'yes' })).toMatch(/^N1: 1 notes, reasons/);
    expect(await everything()).not.toMatch(/Rosa Díaz/);
  });

  it('erases a retired courier, but not an active one', async () => {
    const id = await dispatch.createCourier({ name: 'Juana Ríos', phone: '912 345 678' });
    expect(await erase({ name: 'juana rios', confirm: 'yes' })).toMatch(/Not erased: 1 couriers who are not retired/);
    const documents = [{ kind: 'licencia' as const, number: 'Q-7788', until: '2027-01-31' }];
    await dispatch.ok('couriers.writeDocuments', { as: 'chief', id, body: { version: 1, documents } });
    await dispatch.ok('couriers.retire', { as: 'chief', id, body: { version: 2 } });
    const absence = { company_id: 'norte', office_id: 'N1', courier_id: Number(id), day: '2026-12-24' };
    await desk.db.insertInto('courier_absences').values(absence).execute();
    expect(await everything()).toMatch(/Q-7788.*2026-12-24/);
    expect(await erase({ phone: '912345678', confirm: 'yes' })).toMatch(/1 retired couriers/);
    expect(await everything()).not.toMatch(/Juana|912 ?345|Q-7788|2026-12-24/);
  });

  it.each([
    ['by telephone', { phone: PHONE }, '+51 987654321'],
    ['by name', { name: 'rosa diaz' }, 'Díaz, ROSA'],
  ])('%s, deletes saved views that search for this person, or have the name', async (_, identity, searched) => {
    const order = await delivered();
    const save = async (name: string, filter: object) =>
      (await dispatch.ok('views.create', { body: { name, filter, sort: null } })).name;
    await save('Reclamos', { buscar: searched });
    await save('Pedidos de Rosa Díaz', { marca: 'vencidas' });
    const kept = [await save('Los Díaz', { buscar: 'diaz' }), await save('Vencidas', { marca: 'vencidas' })];
    expect(await erase(identity)).toContain('Saved views: "Reclamos", "Pedidos de Rosa Díaz".');
    expect(await dispatch.ok('views.list')).toHaveLength(4);
    expect(await erase({ ...identity, confirm: 'yes' })).toContain('2 saved views that search for this person');
    expect((await dispatch.ok('views.list')).map(({ name }) => name)).toEqual(kept);
    expect(await everything()).not.toMatch(/Rosa|987654321/);
    const { timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(timeline[0]).toMatchObject({ what: 'editada' });
  });

  it('stays inside the company', async () => {
    await delivered();
    expect(await erase({ ruc: SUR_RUC, phone: PHONE, confirm: 'yes' })).toMatch(/^S1: nothing\./);
    expect(await everything()).toMatch(SECRETS);
  });

  it.each([
    ['nobody', {}, /exactly one/],
    ['two identities', { name: 'a', phone: '987654321' }, /exactly one/],
    ['a short telephone', { phone: '12' }, /at least 7 digits/],
    ['a company that is not there', { ruc: '1', name: 'a' }, /no office/],
  ])('rejects %s', async (_, given, text) => {
    await expect(erase(given)).rejects.toThrow(text);
  });
});

describe('personal data from phones', () => {
  const phones = usePhones();

  /** A visit of an order of Pedro that was moved to Sara meanwhile. */
  async function visited() {
    const order = await phones.dispatch.createOrder({ recipient: { name: 'Luis Paz', phone: null } });
    await phones.assign([order], phones.pedro);
    const phone = await phones.phoneOf(phones.pedro);
    await phones.assign([await phones.dispatch.order(order.id)], phones.sara);
    const body = {
      id: randomUUID(),
      order: order.id,
      attempt: 1,
      version: 2,
      to: 'entregada',
      at: NOW.toISOString(),
      clockOffsetMs: 0,
      place: { lat: -12.3333, lng: -77, accuracy: 9 },
      receiver: ROSA,
      photos: [],
    };
    expect((await phone.call('field.visit', body)).status).toBe(200);
    return order;
  }
  const visits = () => phones.db.selectFrom('field_visits').selectAll().execute();

  it('is removed from visits: documents after their time, people on request', async () => {
    await visited();
    phones.clock.move(11 * DAY_MS);
    await applyRetention(phones.services, { photos: 30, signatures: 30, documents: 10 });
    expect((await visits())[0]?.receiver).toEqual({ ...ROSA, document: null });
    const asked = { ruc: NORTE_RUC, name: ROSA.name, confirm: 'yes' };
    expect(await erasePersonNamed(phones.services, options(asked))).toMatch(/1 visits in which this person received/);
    expect(await visits()).toMatchObject([{ receiver: null, lat: null, lng: null, state: 'pendiente' }]);
  });

  it('does not come back with a photo or visit that a phone sends after the erasure', async () => {
    const [order, late] = await phones.dispatch.createOrders(2);
    if (!order || !late) throw new Error('no orders');
    await phones.assign([order, late], phones.pedro);
    const phone = await phones.phoneOf(phones.pedro);
    const visitOf = (id: string) => ({
      id: randomUUID(),
      order: id,
      attempt: 1,
      version: 2,
      to: 'entregada',
      at: NOW.toISOString(),
      place: { lat: -12.3333, lng: -77, accuracy: 9 },
      receiver: ROSA,
    });
    const photoOf = async (visit: string, seed: number) => {
      const bytes = await photo(seed);
      return {
        id: randomUUID(),
        visit,
        kind: 'entrega',
        bytes: bytes.length,
        sha256: hash('sha256', bytes),
        takenAt: NOW.toISOString(),
        clockOffsetMs: null,
        place: { lat: -12.3333, lng: -77, accuracy: 9 },
      };
    };
    const refused = { received: 0, state: 'refused', problem: 'Los datos de esta visita se borraron' };
    const first = visitOf(order.id);
    expect((await phone.call('field.visit', first)).status).toBe(200);
    await phones.db
      .updateTable('order_progress')
      .set({ state: 'anulada', courier_id: null, sequence: null })
      .where('order_id', '=', Number(late.id))
      .execute();
    await erasePersonNamed(phones.services, options({ ruc: NORTE_RUC, phone: '987654321', confirm: 'yes' }));
    expect((await phone.call('field.photo', await photoOf(first.id, 1))).body).toEqual(refused);
    const second = visitOf(late.id);
    expect((await phone.call('field.visit', second)).body).toMatchObject({ result: 'review', why: 'anulada' });
    expect((await phone.call('field.photo', await photoOf(second.id, 2))).body).toEqual(refused);
    const left = [await visits(), await phones.db.selectFrom('photo_uploads').selectAll().execute()];
    expect(JSON.stringify(left)).not.toMatch(/Rosa|45678912|12\.3333/);
  });

  it('is not stored with a photo whose visit is erased while it is decoded', async () => {
    const [order] = await phones.dispatch.createOrders(1);
    if (!order) throw new Error('no order');
    await phones.assign([order], phones.pedro);
    const phone = await phones.phoneOf(phones.pedro);
    const visit = {
      id: randomUUID(),
      order: order.id,
      attempt: 1,
      version: 2,
      to: 'entregada',
      at: NOW.toISOString(),
      receiver: ROSA,
    };
    expect((await phone.call('field.visit', visit)).status).toBe(200);
    const bytes = await photo(1);
    const body = {
      id: randomUUID(),
      visit: visit.id,
      kind: 'entrega',
      bytes: bytes.length,
      sha256: hash('sha256', bytes),
      takenAt: NOW.toISOString(),
      clockOffsetMs: null,
      place: null,
    };
    await phone.call('field.photo', body);
    const files = phones.services.evidence as ReturnType<typeof createMemoryStore>;
    const { put } = files;
    files.put = async (name, content) => {
      files.put = put;
      await erasePersonNamed(phones.services, options({ ruc: NORTE_RUC, phone: '987654321', confirm: 'yes' }));
      await put(name, content);
    };
    expect((await phone.part(body.id, 0, bytes)).body).toMatchObject({
      state: 'refused',
      problem: 'Los datos de esta visita se borraron',
    });
    expect([await phones.db.selectFrom('evidence').selectAll().execute(), files.files.size]).toEqual([[], 0]);
  });

  it('is removed with a retired courier: telephone, positions and name', async () => {
    await visited();
    await phones.db
      .insertInto('courier_positions')
      .values({
        office_id: 'N1',
        courier_id: Number(phones.sara),
        at: NOW,
        lat: -12,
        lng: -77,
        accuracy: 5,
        arrived_at: NOW,
        suspect: null,
      })
      .execute();
    await phones.phoneOf(phones.sara);
    await phones.db.updateTable('couriers').set({ state: 'retirado' }).where('id', '=', Number(phones.sara)).execute();
    const asked = { ruc: NORTE_RUC, name: 'Sara Núñez', confirm: 'yes' };
    expect(await erasePersonNamed(phones.services, options(asked))).toMatch(/1 retired couriers/);
    const left = [await visits(), await phones.db.selectFrom('couriers').selectAll().execute()];
    expect(JSON.stringify(left)).not.toContain('Sara');
    expect(await phones.db.selectFrom('courier_positions').selectAll().execute()).toEqual([]);
    const devices = await phones.db
      .selectFrom('courier_devices')
      .select('name')
      .where('courier_id', '=', Number(phones.sara))
      .execute();
    expect(devices).toEqual([{ name: ERASED }]);
  });

  it('is removed with a retired courier from the log: phones, days, decisions, and the other side of visits', async () => {
    const [order, other] = await phones.dispatch.createOrders(2);
    if (!order || !other) throw new Error('no orders');
    await phones.assign([order], phones.pedro);
    await phones.assign([other], phones.sara);
    await phones.assign([await phones.dispatch.order(order.id)], phones.sara);
    await phones.assign([await phones.dispatch.order(other.id)], phones.pedro);
    const [pedro, sara] = [await phones.phoneOf(phones.pedro), await phones.phoneOf(phones.sara)];
    const start = { id: randomUUID(), at: NOW.toISOString(), clockOffsetMs: 0 };
    expect((await sara.call('field.start', start)).status).toBe(200);
    // Pedro's visit of the order that Sara has on the way, and Sara's of an order of Pedro.
    const visit = { attempt: 1, version: 2, to: 'entregada', at: NOW.toISOString(), clockOffsetMs: 0 };
    for (const [phone, { id }] of [
      [pedro, order],
      [sara, other],
    ] as const)
      expect((await phone.call('field.visit', { ...visit, id: randomUUID(), order: id })).status).toBe(200);
    const { reviews } = await phones.dispatch.ok('reviews.list');
    for (const { id, now } of reviews)
      await phones.dispatch.ok('reviews.reject', { id, body: { version: now.version, why: 'No: es de otro' } });
    await phones.dispatch.ok('couriers.disconnect', { id: phones.sara });
    await phones.db.updateTable('couriers').set({ state: 'retirado' }).where('id', '=', Number(phones.sara)).execute();
    const log = async () =>
      JSON.stringify([await visits(), await phones.db.selectFrom('events').selectAll().execute()]);
    expect(await log()).toMatch(/Sara Núñez: La orden ya era de otro repartidor/);
    await erasePersonNamed(phones.services, options({ ruc: NORTE_RUC, name: 'Sara Núñez', confirm: 'yes' }));
    expect(await log()).not.toContain('Sara');
    expect(await log()).toContain(`Repartidor ${phones.sara}: La orden ya era de otro repartidor. No: es de otro`);
    expect(await log()).toContain('Pedro Rojas: La orden ya era de otro repartidor. No: es de otro');
  });
});
