import {
  CLIENT_COLUMNS,
  type ClientInput,
  type ClientLine,
  MAX_CLIENT_CHANGES,
  MAX_CLIENTS,
  NEW_CLIENTS_A_DAY,
} from '@despacho/contracts/dispatch';
import { rucCheckDigit } from '@despacho/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { errorText } from '#work/imports/broken-text.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { clientInput, orderInput, SELLER, workerClaims } from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

const RUC = `2051234567${String(rucCheckDigit('2051234567'))}`;

const desk = useDesk();
const { dispatch } = desk;

const create = (changes: Partial<ClientInput> = {}) =>
  dispatch.ok('clients.create', { ...SELLER, body: clientInput(changes) });
const details = (id: string) => dispatch.ok('clients.details', { ...SELLER, id });
const history = async (id: string) => (await dispatch.ok('clients.history', { ...SELLER, id })).changes;
const orderOf = (id: string, name: string, clientReference: string | null = null) =>
  dispatch.createOrder({ client: { id, name, phone: null }, clientReference });

describe('who may write clients', () => {
  const write = (sent: object) =>
    dispatch.call('clients.create', { body: clientInput({ name: `Cliente ${Math.random()}` }), ...sent });

  it('G20: 000 with U01, or charge S with 000, writes; 000 alone reads', async () => {
    expect((await write({ as: 'ana', modules: ['000', 'U01'] })).status).toBe(200);
    expect((await write({ as: 'chief', modules: ['000'] })).status).toBe(200);
    expect((await write({ as: 'ana', modules: ['000'] })).status).toBe(403);
    expect((await write({ as: 'ana', modules: ['U01'] })).status).toBe(403);
    expect((await write({ as: 'chief', modules: ['U01'] })).status).toBe(403);
    const read = { as: 'ana', modules: ['000'], id: 'c1' } as const;
    for (const operation of ['clients.details', 'clients.history', 'clients.notes'] as const) {
      expect((await dispatch.call(operation, read)).status).toBe(200);
      expect((await dispatch.call(operation, { ...read, modules: ['U01'] })).status).toBe(403);
    }
  });

  it('G20: a client of another company is unknown', async () => {
    const { id } = await create();
    const foreign = { as: 'stranger', modules: ['000', 'U01'], id } as const;
    const statuses = [
      await dispatch.call('clients.details', foreign),
      await dispatch.call('clients.edit', { ...foreign, body: { version: 1, changes: { name: 'x' } } }),
      await dispatch.call('clients.disable', { ...foreign, body: { version: 1, active: false } }),
      await dispatch.call('clients.merge', { ...foreign, body: { version: 1, from: 'x1', fromVersion: 1 } }),
      await dispatch.call('clients.mergePreview', { ...foreign, query: { from: 'x1' } }),
      await dispatch.call('clients.notes', foreign),
      await dispatch.call('clients.removeNotes', { ...foreign, body: { version: 1 } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404]);
    // The other way round: a double of another company.
    const body = { version: 1, from: id, fromVersion: 1 };
    expect((await dispatch.call('clients.merge', { ...foreign, id: 'x1', body })).status).toBe(404);
    expect((await dispatch.ok('clients.history', foreign)).changes).toEqual([]);
    expect((await details(id)).version).toBe(1);
  });
});

describe('creating and editing clients', () => {
  it('stores contacts, addresses with hours and terms; documented answers have the first of each', async () => {
    const input = clientInput({
      name: 'Botica San Martín',
      taxId: RUC,
      contacts: [
        { name: 'Rosa Díaz', role: 'Almacén', phone: '987 654 321', email: 'rosa@botica.pe' },
        { name: 'Luis Paz', role: null, phone: null, email: null },
      ],
      addresses: [
        {
          label: 'Central',
          address: 'Av. Larco 345',
          reference: null,
          ubigeo: '150122',
          point: { lat: -12.12, lng: -77.03 },
          hours: [{ days: 'lun-sab', window: { from: '09:00', to: '18:00' } }],
        },
      ],
      terms: 'Factura quincenal',
    });
    const made = await create(input);
    const { code, ...written } = input;
    expect(code).toBeNull();
    expect(made).toMatchObject({ ...written, code: 'C0001', version: 1, active: true, changed: { what: 'creado' } });
    const row = await desk.db.selectFrom('clients').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ contact: 'Rosa Díaz', email: 'rosa@botica.pe', district: 'Miraflores', lat: -12.12 });
  });

  it.each([
    ['a RUC with a wrong check digit', { taxId: `2051234567${(Number(RUC[10]) + 1) % 10}` }],
    ['a DNI of seven digits', { taxId: '1234567' }],
    ['a code without letters and digits', { code: '--' }],
    [
      'an unknown district',
      { addresses: [{ label: null, address: 'x', reference: null, ubigeo: '999999', point: null, hours: [] }] },
    ],
    ...[
      ['0, 0', { lat: 0, lng: 0 }, null],
      ['latitude and longitude exchanged', { lat: -77.03, lng: -12.12 }, '150122'],
      ['a place 700 km from its district', { lat: -16.4, lng: -71.54 }, '150122'],
    ].map(([what, point, ubigeo]): [string, object] => [
      `an address at ${what as string}`,
      { addresses: [{ label: null, address: 'x', reference: null, ubigeo, point, hours: [] }] },
    ]),
  ])('rejects %s', async (_title, changes) => {
    expect(
      (await dispatch.call('clients.create', { ...SELLER, rawBody: { ...clientInput(), ...changes } })).status,
    ).toBe(400);
  });

  it('rejects a code that another client has in any spelling, and assigns the next free one', async () => {
    await create({ code: 'C-0001', name: 'Uno' });
    const taken = await dispatch.call('clients.create', {
      ...SELLER,
      body: clientInput({ code: 'c 0001', name: 'Dos' }),
    });
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { message: 'El código C-0001 ya es de Uno', field: 'code' },
    ]);
    expect((await create({ name: 'Dos' })).code).toBe('C0002');
    const other = await dispatch.call('clients.create', {
      as: 'stranger',
      modules: ['000', 'U01'],
      body: clientInput({ code: 'C0001' }),
    });
    expect(other.status).toBe(200);
  });

  it('gives concurrent creations different codes', async () => {
    const made = await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => create({ name })));
    expect(made.map(({ code }) => code).sort()).toEqual(['C0001', 'C0002', 'C0003']);
  });

  it('refuses a duplicate by document or name unless it is allowed', async () => {
    await create({ name: 'Óptica Luz', taxId: RUC });
    const again = (changes: Partial<ClientInput>) =>
      dispatch.call('clients.create', { ...SELLER, body: clientInput(changes) });
    expect((await again({ name: 'optica  LUZ' })).body).toMatchObject({
      message: 'Óptica Luz (C0001) se llama igual',
      field: 'name',
    });
    expect((await again({ name: 'Otra', taxId: RUC })).body).toMatchObject({ field: 'taxId' });
    expect((await again({ name: 'Otra', taxId: RUC, double: true })).status).toBe(200);
  });

  it('creates a client once if the same request arrives twice', async () => {
    const sent = { ...SELLER, key: 'a'.repeat(32), body: clientInput() };
    const first = await dispatch.ok('clients.create', sent);
    expect(await dispatch.ok('clients.create', sent)).toEqual(first);
    expect(await history(first.id)).toHaveLength(1);
  });

  it('stores an edit with before and after, and names the other author of a stale one', async () => {
    const { id } = await create({ name: 'Uno', terms: 'Contado' });
    const edit = (version: number, changes: Partial<ClientInput>, as: 'ana' | 'luis' = 'ana') =>
      dispatch.call('clients.edit', { ...SELLER, as, id, body: { version, changes: changes as object } });
    expect((await edit(1, { name: 'Dos' }, 'luis')).status).toBe(200);
    const stale = await edit(1, { name: 'Tres' });
    expect([stale.status, stale.body]).toMatchObject([
      409,
      {
        message: 'Doña luis cambió los datos de Dos entretanto (editado); vuelva a mirarlos',
        changed: { by: { username: 'luis' }, what: 'editado' },
      },
    ]);
    // The same values again are no change.
    expect((await edit(2, { name: 'Dos' })).body).toMatchObject({ version: 2 });
    expect((await history(id)).map(({ what, before, after }) => [what, before, after])).toEqual([
      ['editado', { name: 'Uno' }, { name: 'Dos' }],
      ['creado', {}, expect.objectContaining({ name: 'Uno' }) as object],
    ]);
  });

  it('keeps the legacy contact and address of an older client', async () => {
    await desk.db
      .updateTable('clients')
      .set({ contact: 'Rosa', phone: '987654321', address: 'Jr. Uno 1' })
      .where('id', '=', 'c1')
      .execute();
    await dispatch.ok('clients.edit', { ...SELLER, id: 'c1', body: { version: 1, changes: { terms: 'Contado' } } });
    expect(await details('c1')).toMatchObject({
      contacts: [{ name: 'Rosa', phone: '987654321' }],
      addresses: [{ address: 'Jr. Uno 1', hours: [] }],
      terms: 'Contado',
    });
  });

  it('disables and enables a client', async () => {
    const { id } = await create();
    const off = await dispatch.ok('clients.disable', { ...SELLER, id, body: { version: 1, active: false } });
    expect(off).toMatchObject({ active: false, version: 2, changed: { what: 'desactivado' } });
    // A repetition changes nothing, even with the earlier version.
    expect((await dispatch.ok('clients.disable', { ...SELLER, id, body: { version: 1, active: false } })).version).toBe(
      2,
    );
    await dispatch.ok('clients.disable', { ...SELLER, id, body: { version: 2, active: true } });
    expect((await history(id)).map(({ what }) => what)).toEqual(['activado', 'desactivado', 'creado']);
  });

  it('G40: refuses more clients than the maximum, and more bytes than the list may have', async () => {
    const fill = (count: number, name: string) =>
      sql`
      insert into clients (id, company_id, code, name, tax_id)
      select 'f' || n, 'norte', 'F' || n, ${name} || n, '' from generate_series(1, ${count}::integer) as n`.execute(
        desk.db,
      );
    await fill(MAX_CLIENTS - 2, 'Lleno ');
    const full = await dispatch.call('clients.create', { ...SELLER, body: clientInput() });
    expect([full.status, full.body]).toMatchObject([
      409,
      { message: expect.stringContaining('más de 10,000 clientes') as string },
    ]);
    await sql`delete from clients where id like 'f%'`.execute(desk.db);
    await fill(9000, 'ñ'.repeat(160) + '\\'.repeat(300));
    expect((await dispatch.call('clients.create', { ...SELLER, body: clientInput() })).status).toBe(409);
  });

  it('G40: limits the clients that one person creates within 24 hours, by form and by import', async () => {
    const imported = (clients: number, hours: number) =>
      recordTrail(desk.db, {
        companyId: 'norte',
        officeId: 'N1',
        kind: 'client.imported',
        actor: { id: workerClaims(SELLER.as).sub, username: SELLER.as },
        details: { clients },
        at: new Date(desk.clock().getTime() - hours * 3_600_000),
      });
    await imported(5000, 25);
    await imported(NEW_CLIENTS_A_DAY.usual - 1, 23);
    await create();
    const more = () => dispatch.call('clients.create', { ...SELLER, body: clientInput({ name: 'Otro', taxId: null }) });
    expect((await more()).body).toMatchObject({
      message:
        'Una persona puede crear 2,000 clientes en 24 horas, y usted ya creó 2,000. Esto se puede crear desde el 20/11 a las 11:00; si lo necesita antes, pídalo a una persona con cargo S',
    });
    const file = ['nombre', 'Uno', 'Dos'].join('\n');
    const seen = await dispatch.ok('clients.importPreview', { ...SELLER, query: { fileName: 'x.csv' }, file });
    const id = seen.readable ? (seen.id ?? '') : '';
    const commit = () => dispatch.call('clients.importCommit', { ...SELLER, id, body: { clients: 2 } });
    expect((await commit()).status).toBe(409);
    desk.clock.move(3_600_000);
    expect((await more()).status).toBe(200);
    expect((await commit()).status).toBe(200);
  });

  it('G40: keeps the newest changes of a client', async () => {
    const { id } = await create();
    await sql`
      insert into client_changes (company_id, client_id, at, username, user_name, what, before, after)
      select 'norte', ${id}, now(), 'x', 'x', 'editado', '{}', '{}' from generate_series(1, 150)`.execute(desk.db);
    await dispatch.ok('clients.edit', { ...SELLER, id, body: { version: 1, changes: { name: 'Otro' } } });
    const { count } = await desk.db
      .selectFrom('client_changes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(MAX_CLIENT_CHANGES);
  });
});

describe('what a company knows about a client', () => {
  const notes = (id: string, version: number, as: 'ana' | 'stranger' = 'ana') =>
    dispatch.call('clients.editNotes', {
      ...SELLER,
      as,
      id,
      body: { version, notes: 'Recibe por la puerta de atrás', proof: { delivered: ['guia', 'firma'], failed: [] } },
    });

  it('G40: is kept for existing clients only where our own service keeps clients', async () => {
    // The clerk has an account here.
    const proof = { delivered: [], failed: [] };
    const write = (id: string, as: 'clerk' | 'chief') =>
      dispatch.call('clients.editNotes', { ...SELLER, as, id, body: { version: 0, notes: 'Nota', proof } });
    expect((await write('nadie', 'clerk')).status).toBe(404);
    expect((await dispatch.call('clients.notes', { ...SELLER, as: 'clerk', id: 'nadie' })).status).toBe(404);
    expect((await write('x1', 'clerk')).status).toBe(404);
    expect(await desk.db.selectFrom('client_notes').selectAll().execute()).toEqual([]);
    expect((await write('c1', 'clerk')).status).toBe(200);
    // One of an earlier release can be removed.
    await desk.db
      .insertInto('client_notes')
      .values({ company_id: 'norte', client_id: 'nadie', notes: 'Nota', delivered: [], failed: [] })
      .execute();
    const remove = { id: 'nadie', body: { version: 1 } };
    expect((await dispatch.call('clients.removeNotes', { ...SELLER, as: 'clerk', ...remove })).status).toBe(403);
    expect((await dispatch.call('clients.removeNotes', { ...SELLER, as: 'chief', ...remove })).status).toBe(200);
    expect(await desk.db.selectFrom('client_notes').select('client_id').execute()).toEqual([{ client_id: 'c1' }]);
  });

  it.each([
    // With an account here, and of a foreign host.
    ['clerk', 'c1'],
    ['ana', 'cliente-de-otro'],
  ] as const)('%s removes what they wrote last, and charge S removes any', async (author, id) => {
    const proof = { delivered: ['guia' as const], failed: [] };
    const write = async (version: number, as: 'ana' | 'luis' | 'clerk') =>
      (await dispatch.ok('clients.editNotes', { ...SELLER, as, id, body: { version, notes: `De ${as}`, proof } }))
        .version;
    const remove = async (version: number, as: 'ana' | 'luis' | 'clerk' | 'chief' | 'stranger') =>
      (await dispatch.call('clients.removeNotes', { ...SELLER, as, id, body: { version } })).status;
    const mayRemove = async (as: 'luis' | 'clerk' | 'ana' | 'chief') =>
      (await dispatch.ok('clients.notes', { ...SELLER, as, id })).mayRemove;
    const first = await write(0, author);
    expect([await mayRemove(author), await mayRemove('luis'), await mayRemove('chief')]).toEqual([true, false, true]);
    expect([await remove(first, 'luis'), await remove(first, 'stranger'), await remove(first + 1, author)]).toEqual([
      403, 404, 409,
    ]);
    const second = await write(first, 'luis');
    expect(await remove(second, author)).toBe(403);
    const third = await write(second, author);
    expect(await remove(third, author)).toBe(200);
    expect(await remove(third, 'chief')).toBe(404);
    expect(await dispatch.ok('clients.notes', { ...SELLER, as: author, id })).toMatchObject({
      version: 0,
      notes: null,
      proof: { delivered: [] },
    });
    // A page that still shows the removed ones changes nothing of the new ones.
    const again = await write(0, 'luis');
    expect(again).toBeGreaterThan(third);
    expect(await remove(again, 'chief')).toBe(200);
    expect((await history(id)).slice(0, 3).map(({ what, before }) => [what, before['notes']])).toEqual([
      ['sinNotas', 'De luis'],
      ['notas', null],
      ['sinNotas', `De ${author}`],
    ]);
    const trail = await desk.db
      .selectFrom('trail')
      .select(['actor', 'subject_id'])
      .where('kind', '=', 'client.notesRemoved')
      .orderBy('id')
      .execute();
    expect(trail).toEqual([
      { actor: author, subject_id: id },
      { actor: 'chief', subject_id: id },
    ]);
  });

  it('is kept by company where a foreign host has the record', async () => {
    expect((await notes('cliente-de-otro', 0)).body).toMatchObject({
      version: 1,
      proof: { delivered: ['guia', 'firma'] },
      changed: { what: 'notas' },
    });
    expect((await notes('cliente-de-otro', 0)).status).toBe(409);
    // The stranger has an account here, but no such client.
    expect(
      (await dispatch.call('clients.notes', { as: 'stranger', modules: ['000'], id: 'cliente-de-otro' })).status,
    ).toBe(404);
    expect((await history('cliente-de-otro')).map(({ what }) => what)).toEqual(['notas']);
  });
});

describe('photos that a client requires', () => {
  it('are required of its delivered orders, in addition to those of the office', async () => {
    const proof = { delivered: ['guia', 'entrega'] as ('guia' | 'entrega')[], failed: [] };
    await dispatch.ok('clients.editNotes', { ...SELLER, id: 'c1', body: { version: 0, notes: null, proof } });
    const order = await dispatch.createOrder();
    const other = await dispatch.createOrder({ client: { id: 'c2', name: 'Botica', phone: null } });
    const courierId = await dispatch.createCourier();
    for (const { id, version } of [order, other])
      await dispatch.ok('assignments.assign', { body: { courierId, orders: [{ id, version }] } });
    await dispatch.close([order.id, other.id], { to: 'entregada' });
    const missing = async (query: Record<string, string> = {}) =>
      (await dispatch.ok('evidence.missing', { as: 'clerk', query })).orders.map((row) => [row.order.id, row.missing]);
    expect(await missing()).toEqual([
      [other.id, ['entrega']],
      [order.id, ['entrega', 'guia']],
    ]);
    expect(await missing({ tipo: 'guia' })).toEqual([[order.id, ['guia']]]);
  });
});

describe('merging duplicates', () => {
  async function pair() {
    const into = await create({ name: 'Botica Sol', code: 'SOL-1' });
    const from = await create({ name: 'Botica El Sol', code: 'SOL-2', taxId: RUC });
    return { into: into.id, from: from.id };
  }
  const merge = (id: string, from: string, more: object = {}, as: 'ana' | 'chief' = 'ana') =>
    dispatch.call('clients.merge', { ...SELLER, as, id, body: { version: 1, from, fromVersion: 1, ...more } });

  it('moves orders with an event of each, and they keep their name and reference', async () => {
    const { into, from } = await pair();
    const order = await orderOf(from, 'Botica El Sol', 'PED-1');
    const other = await orderOf(into, 'Botica Sol', 'PED-2');
    expect(await dispatch.ok('clients.mergePreview', { ...SELLER, id: into, query: { from } })).toMatchObject({
      orders: 1,
      elsewhere: 0,
      clashes: [],
    });
    expect((await merge(into, from)).body).toMatchObject({ orders: 1, renamed: 0, client: { id: into, version: 2 } });
    const { order: moved, timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(moved).toMatchObject({ client: { id: into, name: 'Botica El Sol' }, clientReference: 'PED-1', version: 2 });
    expect(timeline[0]).toMatchObject({ what: 'editada', before: { clientId: from }, after: { clientId: into } });
    expect((await dispatch.order(other.id)).version).toBe(1);
    // Each reference stays taken, by the client that has the order now.
    expect(
      (
        await dispatch.call('orders.create', {
          body: { ...orderInput(), client: { id: into, name: 'Botica Sol', phone: null }, clientReference: 'ped-1' },
        })
      ).status,
    ).toBe(409);
    expect((await history(into))[0]).toMatchObject({
      what: 'recibio',
      after: { from: 'Botica El Sol (SOL-2)', orders: 1 },
    });
    expect((await history(from))[0]).toMatchObject({ what: 'unido' });
    // Counts by client follow.
    const counted = await dispatch.ok('orders.states', { query: { cliente: into } });
    expect(counted.total).toBe(2);
  });

  it('refuses references that both have, and renames those of the duplicate on request', async () => {
    const { into, from } = await pair();
    await orderOf(into, 'Botica Sol', 'PED-001');
    await orderOf(into, 'Botica Sol', 'PED-001 (SOL-2)');
    const clashing = await orderOf(from, 'Botica El Sol', 'ped 001');
    const preview = await dispatch.ok('clients.mergePreview', { ...SELLER, id: into, query: { from } });
    expect(preview.clashes).toEqual([
      { reference: 'ped 001', renamed: `ped 001 (SOL-2 ${clashing.id})`, code: clashing.code },
    ]);
    const refused = await merge(into, from);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: 'Los dos clientes tienen órdenes con la misma referencia: «ped 001»', field: 'rename' },
    ]);
    expect((await dispatch.order(clashing.id)).client.id).toBe(from);
    expect((await merge(into, from, { rename: true })).body).toMatchObject({ orders: 1, renamed: 1 });
    expect(await dispatch.order(clashing.id)).toMatchObject({
      client: { id: into },
      clientReference: `ped 001 (SOL-2 ${clashing.id})`,
    });
  });

  it('updates views, links of guests, previews of files, notes, and new orders', async () => {
    const { into, from } = await pair();
    await orderOf(from, 'Botica El Sol');
    const view = await dispatch.ok('views.create', {
      body: { name: 'Sol', filter: { cliente: `${from},c1`, no_cliente: from }, sort: null },
    });
    const { link } = await dispatch.ok('guestLinks.create', {
      body: { subject: { kind: 'client', clientId: from, day: '2026-11-20' }, days: 1 },
    });
    const seen = await dispatch.ok('imports.preview', {
      query: { fileName: 'x.csv' },
      file: 'cliente;destinatario;direccion;distrito;fecha\nSOL-2;Ana;Jr. Uno 1;150101;21/11/2026',
    });
    await dispatch.ok('clients.editNotes', {
      ...SELLER,
      id: from,
      body: { version: 0, notes: 'Nota', proof: { delivered: ['guia'], failed: [] } },
    });
    expect(await dispatch.ok('clients.mergePreview', { ...SELLER, id: into, query: { from } })).toMatchObject({
      links: 1,
      views: 1,
    });
    expect((await merge(into, from)).status).toBe(200);
    expect((await dispatch.ok('views.list')).find(({ id }) => id === view.id)?.filter).toEqual({
      cliente: `${into},c1`,
      no_cliente: into,
    });
    expect((await dispatch.ok('guestLinks.list')).links.find(({ id }) => id === link.id)?.client.id).toBe(into);
    if (!seen.readable) throw new Error('not readable');
    await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 1 } });
    expect(await dispatch.ok('clients.notes', { ...SELLER, id: into })).toMatchObject({
      notes: 'Nota',
      proof: { delivered: ['guia'] },
    });
    // Orders that name the duplicate by id, code or RUC get the other client.
    await orderOf(from, 'Botica El Sol');
    await dispatch.createOrder({ client: { id: null, name: 'SOL-2', phone: null } });
    await dispatch.createOrder({ client: { id: null, name: RUC, phone: null } });
    const { orders } = await dispatch.ok('orders.list', { query: { cliente: into } });
    expect(orders).toHaveLength(5);
    for (const table of ['order_details', 'evidence', 'guest_links', 'guest_acts'] as const)
      expect(await desk.db.selectFrom(table).select('client_id').where('client_id', '=', from).execute()).toEqual([]);
    // The double is found by its id, and its code stays taken.
    expect((await details(from)).id).toBe(into);
    expect((await dispatch.call('clients.create', { ...SELLER, body: clientInput({ code: 'sol 2' }) })).status).toBe(
      409,
    );
    expect((await merge(from, 'c1')).status).toBe(409);
  });

  it('applies filters by the duplicate to the client that received it, within the company', async () => {
    const { into, from } = await pair();
    const order = await orderOf(from, 'Botica El Sol');
    const other = await orderOf('c1', 'Bodega Ñandú');
    await merge(into, from);
    const query = { cliente: from };
    const ids = ({ orders }: { orders: readonly { id: string }[] }) => orders.map(({ id }) => id);
    expect(ids(await dispatch.ok('orders.list', { query }))).toEqual([order.id]);
    expect(ids(await dispatch.ok('orders.list', { query: { cliente: `${from},c1`, no_cliente: from } }))).toEqual([
      other.id,
    ]);
    expect((await dispatch.ok('orders.map', { query })).id).toEqual([order.id]);
    expect((await dispatch.ok('orders.states', { query })).total).toBe(1);
    expect((await dispatch.ok('exports.prepare', { body: { format: 'csv', filter: query } })).orders).toBe(1);
    const sheet = await dispatch.ok('reports.sheet', { modules: ['D05'], query: { ...query, dia: '2026-11-20' } });
    expect(sheet.client.id).toBe(into);
    expect((await dispatch.ok('orders.clients')).find(({ id }) => id === into)).toMatchObject({ former: [from] });
    expect((await dispatch.ok('orders.list', { as: 'stranger', office: 'S1', query })).orders).toEqual([]);
  });

  it('G42: links of other offices require charge S: they would show orders of the other client', async () => {
    const { into, from } = await pair();
    const day = '2026-11-20';
    await dispatch.createOrder({ client: { id: from, name: 'Botica El Sol', phone: null } }, 'neighbour');
    await dispatch.ok('guestLinks.create', {
      as: 'neighbour',
      office: 'N2',
      body: { subject: { kind: 'client', clientId: from, day }, days: 1 },
    });
    // The order was another client's after all; the link stays.
    await desk.db.updateTable('order_details').set({ client_id: 'c1' }).where('office_id', '=', 'N2').execute();
    const refused = await merge(into, from);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('enlaces de otras oficinas')]);
    expect((await merge(into, from, {}, 'chief')).status).toBe(200);
  });

  it('G20: orders of other offices require charge S', async () => {
    const { into, from } = await pair();
    await dispatch.createOrder({ client: { id: from, name: 'Botica El Sol', phone: null } }, 'neighbour');
    expect((await dispatch.ok('clients.mergePreview', { ...SELLER, id: into, query: { from } })).elsewhere).toBe(1);
    expect((await merge(into, from)).status).toBe(403);
    expect((await merge(into, from, {}, 'chief')).status).toBe(200);
    const [moved] = await desk.db
      .selectFrom('order_details')
      .select('client_id')
      .where('office_id', '=', 'N2')
      .execute();
    expect(moved?.client_id).toBe(into);
  });

  it('resolves a chain of merges, and merges once', async () => {
    const { into, from } = await pair();
    const { id: last } = await create({ name: 'Última' });
    const sent = { ...SELLER, key: 'b'.repeat(32), id: into, body: { version: 1, from, fromVersion: 1 } };
    const first = await dispatch.ok('clients.merge', sent);
    expect(await dispatch.ok('clients.merge', sent)).toEqual(first);
    await dispatch.ok('clients.merge', { ...SELLER, id: last, body: { version: 1, from: into, fromVersion: 2 } });
    expect((await details(from)).id).toBe(last);
    expect(
      (await dispatch.call('clients.merge', { ...SELLER, id: last, body: { version: 2, from: last, fromVersion: 2 } }))
        .status,
    ).toBe(400);
  });
});

describe('the trail of the company', () => {
  it('has an entry for each change, without contacts, and for imports and merges', async () => {
    const contacts = [{ name: 'Rosa Reservada', role: null, phone: '987654321', email: null }];
    const { id } = await create({ contacts });
    await dispatch.ok('clients.edit', { ...SELLER, id, body: { version: 1, changes: { name: 'Otra', contacts: [] } } });
    await dispatch.ok('clients.merge', { ...SELLER, id: 'c1', body: { version: 1, from: id, fromVersion: 2 } });
    const seen = await dispatch.ok('clients.importPreview', {
      ...SELLER,
      query: { fileName: 'x.csv' },
      file: 'nombre\nUno\nDos',
    });
    await dispatch.ok('clients.importCommit', {
      ...SELLER,
      id: seen.readable ? (seen.id ?? '') : '',
      body: { clients: 2 },
    });
    const rows = await desk.db
      .selectFrom('trail')
      .selectAll()
      .where('company_id', '=', 'norte')
      .orderBy('id')
      .execute();
    expect(rows.map(({ kind, actor, subject_name }) => [kind, actor, subject_name])).toEqual([
      ['client.created', 'ana', 'Botica Nueva'],
      ['client.edited', 'ana', 'Otra'],
      ['client.merged', 'ana', 'Otra'],
      ['client.imported', 'ana', null],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Reservada|987654321/);
    expect(rows[1]?.details).toMatchObject({ before: { name: 'Botica Nueva' }, after: { name: 'Otra' } });
  });
});

describe('importing clients', () => {
  const FILE = [
    'Razón social;RUC;Cod.;Dirección fiscal;Distrito;Celular;Forma de pago',
    `Botica Uno;${RUC};;Jr. Uno 1;150122;987654321 / 912345678;Contado`,
    'Botica Dos;20512345670;;;;;',
    ';;;;;;',
    'Bodega Ñandú;;;;;;',
    'botica UNO;;;;;;',
    'Botica Tres;45678912;T-3;;;;',
  ].join('\n');
  const preview = async (
    file: string | Buffer = FILE,
    query: Record<string, string> = {},
    who: Pick<Parameters<typeof dispatch.ok>[1] & object, 'as' | 'modules'> = SELLER,
  ) => {
    const seen = await dispatch.ok('clients.importPreview', {
      ...who,
      query: { fileName: 'x.csv', ...query },
      file,
    });
    if (!seen.readable) throw new Error(seen.why);
    return seen;
  };

  /** @returns what each line would do: change a known client, create one («nuevo»), or report errors. */
  const outcomes = ({ lines }: { lines: readonly ClientLine[] }) =>
    lines.map((line) => [line.line, line.ok ? (line.known?.name ?? 'nuevo') : errorText(line.errors, CLIENT_COLUMNS)]);
  const fresh = ({ lines }: { lines: readonly ClientLine[] }) =>
    lines.filter((line) => line.ok && line.known === null).length;

  it('shows for each line whether it would be created, exists, or must be fixed', async () => {
    await create({ name: 'Bodega Ñandú', double: true });
    expect(outcomes(await preview())).toEqual([
      [2, 'nuevo'],
      [3, 'RUC o DNI: No es un RUC (11 dígitos, con su dígito de control) ni un DNI (8 dígitos). Corríjalo'],
      [5, 'Bodega Ñandú'],
      [6, 'Repite el código, el documento o el nombre de la fila 2. Deje una'],
      [7, 'nuevo'],
    ]);
  });

  it('creates all new clients once, with assigned codes and their history', async () => {
    const seen = await preview();
    const id = seen.id ?? '';
    const sent = { ...SELLER, id, key: 'c'.repeat(32), body: { clients: fresh(seen) } };
    expect(
      (await dispatch.call('clients.importCommit', { ...sent, key: 'd'.repeat(32), body: { clients: 9 } })).status,
    ).toBe(409);
    const done = await dispatch.ok('clients.importCommit', sent);
    expect(await dispatch.ok('clients.importCommit', sent)).toEqual(done);
    const rows = await desk.db
      .selectFrom('clients')
      .selectAll()
      .where('name', 'like', 'Botica _%')
      .where('company_id', '=', 'norte')
      .orderBy('name')
      .execute();
    expect(rows.map(({ name, tax_id, district, phone, terms }) => [name, tax_id, district, phone, terms])).toEqual([
      ['Botica Tres', '45678912', null, null, null],
      ['Botica Uno', RUC, 'Miraflores', '987654321', 'Contado'],
    ]);
    expect(rows[1]?.contacts).toHaveLength(2);
    expect((await history(rows[0]?.id ?? '')).map(({ what }) => what)).toEqual(['importado']);
    expect(outcomes(await preview()).map(([, what]) => what)).toEqual([
      'Botica Uno',
      expect.stringMatching(/^RUC o DNI/),
      'Bodega Ñandú',
      expect.stringMatching(/^Repite/),
      'Botica Tres',
    ]);
  });

  it('G20: a preview belongs to its person', async () => {
    const id = (await preview()).id ?? '';
    expect(
      (await dispatch.call('clients.importCommit', { ...SELLER, as: 'luis', id, body: { clients: 2 } })).status,
    ).toBe(404);
    await preview();
    expect((await dispatch.call('clients.importCommit', { ...SELLER, id, body: { clients: 2 } })).status).toBe(404);
  });

  it('refuses to create a client that somebody created meanwhile', async () => {
    const id = (await preview()).id ?? '';
    await create({ name: 'Botica Tres' });
    const refused = await dispatch.call('clients.importCommit', { ...SELLER, id, body: { clients: 2 } });
    expect(refused.status).toBe(409);
    expect(await desk.db.selectFrom('clients').select('id').where('name', '=', 'Botica Uno').execute()).toEqual([]);
  });

  it('reads the chosen columns, and the template for clients', async () => {
    const file = 'A;B\nFarmacia Luz;L-1';
    const unread = await dispatch.ok('clients.importPreview', { ...SELLER, query: { fileName: 'x.csv' }, file });
    expect(unread).toMatchObject({
      readable: false,
      why: 'Falta la columna Nombre',
      layout: { columns: [{ heading: 'A' }, { heading: 'B' }] },
    });
    expect((await preview(file, { columns: '1:0-name,1-code' })).lines[0]).toMatchObject({
      name: 'Farmacia Luz',
      code: 'L-1',
      known: null,
    });
    const template = await dispatch.download('clients.importTemplate', SELLER);
    const read = await dispatch.ok('clients.importPreview', {
      ...SELLER,
      query: { fileName: 'x.xlsx' },
      file: template.body as Buffer,
    });
    expect(read).toMatchObject({ readable: false, why: 'El archivo no tiene clientes' });
  });

  it('reads the opening hours of an address', async () => {
    const file =
      'Nombre;Dirección;Horario\nBotica Uno;Jr. Uno 1;L-V 8-13, 14-18 / S 9-12\nBotica Dos;Jr. Dos 2;cerrado';
    const seen = await preview(file);
    expect(outcomes(seen)[1]).toEqual([3, expect.stringMatching(/^Horario: No es un horario/)]);
    await dispatch.ok('clients.importCommit', { ...SELLER, id: seen.id ?? '', body: { clients: 1 } });
    const { id } = await desk.db
      .selectFrom('clients')
      .select('id')
      .where('name', '=', 'Botica Uno')
      .executeTakeFirstOrThrow();
    expect((await details(id)).addresses[0]?.hours).toEqual([
      { days: 'lun-vie', window: { from: '08:00', to: '13:00' } },
      { days: 'lun-vie', window: { from: '14:00', to: '18:00' } },
      { days: 'sab', window: { from: '09:00', to: '12:00' } },
    ]);
  });

  it('changes known clients only if marked, and keeps what the line does not contain', async () => {
    const contacts = [{ name: 'Rosa', role: 'Almacén', phone: '987654321', email: 'rosa@botica.pe' }];
    const { id, code } = await create({ name: 'Botica Uno', taxId: RUC, contacts, terms: 'Contado' });
    const other = await create({ name: 'Bodega Dos', taxId: null });
    const file = [
      'Código;Nombre;RUC;Celular;Correo',
      `;Botica Uno SAC;${RUC};912345678;`,
      `${other.code};Bodega Dos;;;`,
      `${other.code.toLowerCase()}x;Nueva;;;`,
    ].join('\n');
    const seen = await preview(file);
    expect(seen.lines).toMatchObject([
      {
        known: {
          code,
          changes: [
            { field: 'Nombre', before: 'Botica Uno', after: 'Botica Uno SAC' },
            { field: 'Teléfono', before: '987654321', after: '912345678' },
          ],
        },
      },
      { known: { code: other.code, changes: [] } },
      { known: null },
    ]);
    const send = (update: number[], sent = seen) =>
      dispatch.call('clients.importCommit', { ...SELLER, id: sent.id ?? '', body: { clients: 1, update } });
    expect((await send([3])).status).toBe(400);
    expect((await send([2])).body).toMatchObject({ created: 1, updated: 1 });
    expect(await details(id)).toMatchObject({
      version: 2,
      name: 'Botica Uno SAC',
      terms: 'Contado',
      contacts: [{ name: 'Rosa', role: 'Almacén', phone: '912345678', email: 'rosa@botica.pe' }],
    });
    expect((await history(id)).map(({ what }) => what)).toEqual(['actualizado', 'creado']);
    const again = await preview(`Nombre;RUC;Condiciones\nBotica Uno SAC;${RUC};Crédito\nMás;;`);
    await dispatch.ok('clients.edit', { ...SELLER, id, body: { version: 2, changes: { terms: 'Al día' } } });
    expect((await send([2], again)).status).toBe(409);
    expect((await details(id)).terms).toBe('Al día');
  });

  it('changes clients by their code or document without a name, and asks for the name of others', async () => {
    const { id, code } = await create({ name: 'Botica Uno', taxId: RUC });
    const seen = await preview(`Código;RUC;Teléfono\n${code};;912345678\nX-9;;912345679\n;${RUC};912345670`);
    expect(seen.lines).toMatchObject([
      { ok: true, known: { name: 'Botica Uno', changes: [{ field: 'Contacto' }, { field: 'Teléfono' }] } },
      { ok: false, name: 'X-9', errors: [{ reason: 'No hay un cliente con ese código o documento' }] },
      { ok: false, errors: [{ reason: expect.stringContaining('mismo cliente') as string }] },
    ]);
    const body = { clients: 0, update: [2] };
    await dispatch.ok('clients.importCommit', { ...SELLER, id: seen.id ?? '', body });
    expect(await details(id)).toMatchObject({
      name: 'Botica Uno',
      contacts: [{ name: 'Botica Uno', phone: '912345678' }],
    });
    await expect(preview('Teléfono;Correo\n912345678;a@b.pe')).rejects.toThrow('Falta la columna Nombre');
  });

  it('shows what differs in a client known by its name alone, and keeps the spelling of the name', async () => {
    const contacts = [{ name: 'Rosa', role: null, phone: '987654321', email: null }];
    const { id } = await create({ name: 'Botica Uno E.I.R.L.', contacts });
    await create({ name: 'Botica Dos', taxId: RUC });
    await create({ name: 'Igual' });
    await create({ name: 'Igual', double: true });
    const lines = [';Botica Uno EIRL;;912345678', ';Botica Dos;45678912;912345678', 'Z-1;Igual;;912345678'];
    const seen = await preview(`Código;Nombre;RUC;Teléfono\n${lines.join('\n')}`);
    const change = { field: 'Teléfono', before: '987654321', after: '912345678' };
    expect(seen.lines).toMatchObject([
      { known: { name: 'Botica Uno E.I.R.L.', changes: [change] } },
      { known: { name: 'Botica Dos', changes: [] } },
      { known: { name: 'Igual', changes: [] } },
    ]);
    await dispatch.ok('clients.importCommit', { ...SELLER, id: seen.id ?? '', body: { clients: 0, update: [2] } });
    expect(await details(id)).toMatchObject({ name: 'Botica Uno E.I.R.L.', contacts: [{ phone: '912345678' }] });
    const same = await preview('Nombre;Teléfono\nBotica Uno EIRL;+51 912 345 678\nIgual;912345678');
    expect(same.lines).toMatchObject([{ known: { changes: [] } }, { known: { changes: [] } }]);
  });

  it('leaves out lines with the document of several clients, or the data of two', async () => {
    const one = await create({ name: 'Botica Uno', taxId: RUC });
    await create({ name: 'Botica Sucursal', taxId: RUC, double: true });
    const two = await create({ name: 'Bodega Dos' });
    const lines = [`;Otra;${RUC}`, `${two.code};Botica Uno;`].join('\n');
    const seen = await preview(`Código;Nombre;RUC\n${lines}`);
    expect(seen.lines[0]).toMatchObject({ known: { changes: [] } });
    expect(outcomes(seen)).toEqual([
      [2, 'Botica Sucursal'],
      [3, expect.stringContaining(`y su nombre de Botica Uno (${one.code})`)],
    ]);
  });

  it('changes a client whose document another one has, and reserves codes of the file', async () => {
    const taxId = RUC;
    const { id } = await create({ code: 'K-1', name: 'Botica Uno', taxId });
    await create({ code: 'K-2', name: 'Botica Sucursal', taxId, double: true });
    const moved = await create({ code: 'K-3', name: 'Bodega Dos', taxId: '45678912' });
    const lines = ['K-1;Botica Central;', 'C0001;Bodega Dos;45678912', ';Nueva;'];
    const seen = await preview(`Código;Nombre;DNI\n${lines.join('\n')}`);
    const body = { clients: 1, update: [2, 3] };
    const done = await dispatch.ok('clients.importCommit', { ...SELLER, id: seen.id ?? '', body });
    expect(done).toEqual({ created: 1, updated: 2, firstCode: 'C0002', lastCode: 'C0002' });
    expect([await details(id), await details(moved.id)]).toMatchObject([{ name: 'Botica Central' }, { code: 'C0001' }]);
  });

  it('refuses to change a client that was merged meanwhile', async () => {
    const { id } = await create({ name: 'Botica Uno', taxId: RUC });
    const seen = await preview(`Nombre;RUC\nBotica Central;${RUC}`);
    await dispatch.ok('clients.merge', { ...SELLER, id: 'c1', body: { version: 1, from: id, fromVersion: 1 } });
    const body = { clients: 0, update: [2] };
    expect((await dispatch.call('clients.importCommit', { ...SELLER, id: seen.id ?? '', body })).status).toBe(409);
  });

  it('imports 5,000 clients', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `Cliente ${String(at)}`);
    const chief = { as: 'chief', modules: SELLER.modules } as const;
    const seen = await preview(['nombre', ...lines].join('\n'), {}, chief);
    const id = seen.id ?? '';
    expect(fresh(seen)).toBe(5000);
    expect((await dispatch.ok('clients.importCommit', { ...chief, id, body: { clients: 5000 } })).lastCode).toBe(
      'C5000',
    );
  });
});
