import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { orderInput, type Worker } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { useLoads } from './use-loads.ts';

/** The response for a duplicate reference. */
const repeated = (code: string | null) => ({
  message: `Ese cliente ya tiene ${code === null ? 'una orden' : `la orden ${code}`} con esa referencia`,
  field: 'clientReference',
});

describe('creating and editing orders', () => {
  const desk = useLoads();
  const { dispatch, events } = desk;

  it('creates an order as entered, with a company-wide code, placed in its district', async () => {
    const first = await dispatch.createOrder({ window: { from: '09:00', to: '13:00' }, collectDue: 12_050 });
    expect(first).toMatchObject({
      code: 'D0000001',
      version: 1,
      state: 'pendiente',
      attempt: 1,
      client: { id: 'c1', name: 'Bodega Ñandú' },
      place: { ubigeo: '150122', lat: -12.119, lng: -77.028, approximate: true },
      dueAt: '2026-11-20T18:00:00.000Z',
      collect: { due: 12_050, payments: [], difference: null },
      courier: null,
      changed: { by: { username: 'ana' }, what: 'creada', at: NOW.toISOString() },
    });
    const second = await dispatch.createOrder(
      { place: { ...orderInput().place, point: { lat: -12.12, lng: -77.03 } } },
      'neighbour',
    );
    expect(second).toMatchObject({
      code: 'D0000002',
      officeId: 'N2',
      place: { lat: -12.12, approximate: false },
      // The end of the day in La Paz.
      dueAt: '2026-11-21T04:00:00.000Z',
    });
    expect((await dispatch.createOrder({}, 'stranger')).code).toBe('D0000001');
  });

  it('duplicates a closed order as a new pending one, once per key', async () => {
    const original = await dispatch.createOrder({
      collectDue: 12_050,
      clientReference: 'F001-9',
      guide: 'T001-9',
      note: 'Tocar dos veces',
      window: { from: '09:00', to: '13:00' },
    });
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'x', orders: [{ id: original.id, version: 1 }] },
    });
    const key = randomUUID();
    const duplicate = () => dispatch.ok('orders.duplicate', { id: original.id, key, body: { date: '2026-11-23' } });
    const copy = await duplicate();
    expect(copy).toEqual({
      ...original,
      id: copy.id,
      code: 'D0000002',
      date: '2026-11-23',
      dueAt: '2026-11-23T18:00:00.000Z',
      clientReference: null,
      guide: null,
      changed: { by: { username: 'ana', user: 'Doña ana' }, what: 'duplicada', at: NOW.toISOString() },
    });
    expect(await duplicate()).toEqual(copy);
    const { timeline } = await dispatch.ok('orders.read', { id: copy.id });
    expect(timeline).toMatchObject([{ what: 'duplicada', before: {}, after: { note: 'Tocar dos veces' } }]);
    expect((await dispatch.order(original.id)).state).toBe('anulada');
    const elsewhere = await dispatch.call('orders.duplicate', {
      as: 'neighbour',
      id: original.id,
      body: { date: '2026-11-23' },
    });
    expect(elsewhere.status).toBe(404);
  });

  it("rejects a client's duplicate reference with a message", async () => {
    await dispatch.createOrder({ clientReference: 'F001-77' });
    const again = await dispatch.call('orders.create', { body: orderInput({ clientReference: 'F001-77' }) });
    expect([again.status, again.body]).toEqual([409, repeated('D0000001')]);
    const other = { id: 'c2', name: 'Botica', phone: null };
    expect((await dispatch.createOrder({ clientReference: 'F001-77', client: other })).clientReference).toBe('F001-77');
    // Another office learns only that one exists.
    const elsewhere = await dispatch.call('orders.create', {
      as: 'neighbour',
      body: orderInput({ clientReference: 'F001-77' }),
    });
    expect([elsewhere.status, elsewhere.body]).toEqual([409, repeated(null)]);
    // The rejected order leaves neither a gap in the codes nor an event.
    expect((await dispatch.createOrder()).code).toBe('D0000003');
    expect(await events()).toHaveLength(3);
  });

  it("accepts only the company's clients, and unknown ones by name", async () => {
    const refused = { message: 'Ese cliente no es de su empresa; escriba su nombre, código o RUC', field: 'client' };
    const named = (id: string | null) => ({ client: { id, name: 'Ferretería', phone: null } });
    for (const id of ['x1', 'invented']) {
      const answer = await dispatch.call('orders.create', { body: orderInput(named(id)) });
      expect([answer.status, answer.body]).toEqual([400, refused]);
    }
    const order = await dispatch.createOrder(named(null));
    const edit = (changes: object, version = 1) =>
      dispatch.call('orders.edit', { id: order.id, body: { version, changes } });
    const edited = await edit(named('x1'));
    expect([edited.status, edited.body]).toEqual([400, refused]);
    expect(await dispatch.order(order.id)).toMatchObject({ version: 1, client: { id: null } });
    expect((await edit(named('c2'))).status).toBe(200);

    // A deleted client stays with its order; a company with clients elsewhere stores their names.
    await desk.db.deleteFrom('clients').where('id', '=', 'c2').execute();
    expect((await edit({ ...named('c2'), note: 'Llamar antes' }, 2)).status).toBe(200);
    await desk.db.deleteFrom('clients').where('company_id', '=', 'norte').execute();
    expect((await dispatch.createOrder(named('of-another-host'))).client.id).toBe('of-another-host');
  });

  it('finds no deactivated client for a new order, and keeps one that an order has', async () => {
    const sender = (id: string | null, name: string) => ({ client: { id, name, phone: null } });
    const order = await dispatch.createOrder(sender('c1', 'Bodega Ñandú'));
    await desk.db.updateTable('clients').set({ active: false }).where('id', '=', 'c1').execute();
    for (const client of [sender(null, 'bodega ñandu'), sender(null, 'C1')]) {
      const answer = await dispatch.call('orders.create', { body: orderInput(client) });
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          message:
            'El cliente Bodega Ñandú está desactivado y no recibe órdenes nuevas; actívelo en Clientes, o escriba otro',
          field: 'client',
        },
      ]);
    }
    const changes = { ...sender('c1', 'Bodega Ñandú'), note: 'Llamar antes' };
    const edited = await dispatch.call('orders.edit', { id: order.id, body: { version: order.version, changes } });
    expect(edited.status).toBe(200);
  });

  it('finds a client by name, code or tax id, and rejects its duplicate reference', async () => {
    const sender = (name: string, more: object = {}) => ({ client: { id: null, name, phone: null, ...more } });
    await desk.db
      .updateTable('clients')
      .set({ phone: '+51 1 222 3344', tax_id: '20100000001' })
      .where('id', '=', 'c1')
      .execute();
    const first = await dispatch.createOrder({ ...sender('bodega  NANDU'), clientReference: 'P-1' });
    expect(first.client).toEqual({ id: 'c1', name: 'Bodega Ñandú', phone: '+51 1 222 3344' });
    expect((await dispatch.createOrder(sender('20100000001', { phone: '999 888 777' }))).client).toEqual({
      id: 'c1',
      name: 'Bodega Ñandú',
      phone: '999 888 777',
    });
    const again = await dispatch.call('orders.create', {
      body: orderInput({ ...sender('c1'), clientReference: 'P-1' }),
    });
    expect([again.status, again.body]).toEqual([409, repeated(first.code)]);

    // In an edit too: by changing the sender or the reference, but not if neither is touched.
    const other = await dispatch.createOrder({ ...sender('Nadie S.A.C.'), clientReference: 'P-1' });
    expect(other.client).toEqual({ id: null, name: 'Nadie S.A.C.', phone: null });
    const edit = (order: { id: string; version: number }, changes: object) =>
      dispatch.call('orders.edit', { id: order.id, body: { version: order.version, changes } });
    const moved = await edit(other, sender('C1'));
    expect([moved.status, moved.body]).toEqual([409, repeated(first.code)]);
    const both = await edit(other, { ...sender('C1'), clientReference: 'P-2' });
    expect(both.body).toMatchObject({
      client: { id: 'c1', phone: '+51 1 222 3344' },
      clientReference: 'P-2',
      version: 2,
    });
    const back = await edit({ id: other.id, version: 2 }, { clientReference: 'P-1' });
    expect([back.status, back.body]).toEqual([409, repeated(first.code)]);
    expect((await edit(first, { note: 'Llamar antes', clientReference: 'P-1' })).status).toBe(200);
  });

  it('separates references of unknown senders by name, company-wide', async () => {
    const nobody = (name: string) => ({ client: { id: null, name, phone: null }, clientReference: 'P-1' });
    const first = await dispatch.createOrder(nobody('Óptica Visión'));
    const refused = (name: string, as: Worker) =>
      dispatch.call('orders.create', { as, body: orderInput(nobody(name)) });
    const again = await refused('optica  vision', 'ana');
    expect([again.status, again.body]).toEqual([409, repeated(first.code)]);
    const elsewhere = await refused('ÓPTICA VISIÓN', 'neighbour');
    expect([elsewhere.status, elsewhere.body]).toEqual([409, repeated(null)]);
    expect((await refused('Óptica Visión', 'stranger')).status).toBe(200);
    const other = await dispatch.createOrder(nobody('Óptica Lima'));
    const renamed = await dispatch.call('orders.edit', {
      id: other.id,
      body: { version: 1, changes: { client: { id: null, name: 'optica vision', phone: null } } },
    });
    expect([renamed.status, renamed.body]).toEqual([409, repeated(first.code)]);
  });

  it('drops the client when its name is changed', async () => {
    const order = await dispatch.createOrder();
    const rename = (version: number, name: string) =>
      dispatch.ok('orders.edit', {
        id: order.id,
        body: { version, changes: { client: { id: 'c1', name, phone: null } } },
      });
    // Another spelling of the same name still matches the client.
    expect((await rename(1, 'BODEGA NANDU')).client).toEqual({ id: 'c1', name: 'BODEGA NANDU', phone: null });
    expect((await rename(2, 'Otra empresa S.A.C.')).client).toEqual({
      id: null,
      name: 'Otra empresa S.A.C.',
      phone: null,
    });
    const { orders } = await dispatch.ok('orders.list', { query: { cliente: 'c1' } });
    expect(orders).toEqual([]);
    await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: 3, changes: { client: { id: 'c1', name: 'Bodega Ñandú', phone: null } } },
    });
    await desk.db.updateTable('clients').set({ active: true }).where('id', '=', 'c2').execute();
    expect((await rename(4, 'c2')).client).toMatchObject({ id: 'c2', name: 'Botica' });
  });

  it("lists the clients of an office's orders by their newest names", async () => {
    const clients = (as: Worker) => dispatch.ok('orders.clients', { as });
    expect(await clients('ana')).toEqual([]);
    const from = (id: string | null, name: string) => dispatch.createOrder({ client: { id, name, phone: null } });
    await from('c1', 'Bodega Ñandú');
    for (const name of ['Óptica', 'Zapatería', 'Óptica Visión']) await from('c2', name);
    await from(null, 'Nadie S.A.C.');
    await dispatch.createOrder({}, 'stranger');
    expect(await clients('luis')).toEqual([
      { id: 'c1', name: 'Bodega Ñandú' },
      { id: 'c2', name: 'Óptica Visión' },
    ]);
    await from('c1', 'Tienda Ñandú');
    expect((await clients('ana')).map(({ name }) => name)).toEqual(['Óptica Visión', 'Tienda Ñandú']);
    expect(await clients('neighbour')).toEqual([]);
    expect(await clients('stranger')).toEqual([{ id: 'x1', name: 'Ferretería' }]);
  });

  it('edits an open order field by field, and names who changed it first', async () => {
    const order = await dispatch.createOrder();
    const edited = await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: 1, changes: { note: 'Llamar antes', date: '2026-11-21', packages: 1 } },
    });
    expect(edited).toMatchObject({ version: 2, note: 'Llamar antes', dueAt: '2026-11-22T05:00:00.000Z' });
    expect((await events()).at(-1)).toMatchObject({
      what: 'editada',
      before: { note: null, date: '2026-11-20' },
      after: { note: 'Llamar antes', date: '2026-11-21' },
      order: { version: 2 },
    });
    expect(Object.keys((await events()).at(-1)?.['after'] as object)).not.toContain('packages');

    const late = await dispatch.call('orders.edit', {
      as: 'luis',
      id: order.id,
      body: { version: 1, changes: { note: null } },
    });
    expect([late.status, late.body]).toEqual([
      409,
      {
        message: 'Doña ana cambió la orden D0000001 entretanto (editada)',
        changed: { at: '2026-11-20T15:00:00.000Z', by: { username: 'ana', user: 'Doña ana' }, what: 'editada' },
      },
    ]);
    const same = await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: 2, changes: { note: 'Llamar antes' } },
    });
    expect(same.version).toBe(2);
    expect(await events()).toHaveLength(2);
  });
});
