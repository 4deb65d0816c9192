import { type Operation } from '@despacho/contracts';
import {
  type CompanyOffice,
  DISPATCH_OPERATIONS,
  type DispatchOperationId,
  MAX_OFFICES,
  type OfficeInput,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listAlike } from '#people/directory/list-alike.ts';
import { needsOpenOffice } from '#platform/dispatch/closed-office.ts';
import { createUser } from '#people/directory/create-user.ts';
import { orderInput, type Worker, WORKER_NAMES } from './dispatch-world.ts';
import { usePhones } from './use-phones.ts';

const OFFICE: OfficeInput = { id: 'NUEVA', name: 'Oficina nueva', timeZone: 'America/Lima', province: null };
const BY = { username: 'chief', user: 'Doña chief' };
const AT = '2026-11-20T15:00:00.000Z';

const desk = usePhones();
const { dispatch } = desk;

const create = (changes: Partial<OfficeInput> = {}, as: Worker = 'chief') =>
  dispatch.ok('offices.create', { as, body: { ...OFFICE, ...changes } });
const office = async (id: string): Promise<CompanyOffice> => {
  const found = (await dispatch.ok('offices.details', { as: 'chief' })).offices.find((each) => each.id === id);
  if (!found) throw new Error(`no office ${id}`);
  return found;
};
const act = (operation: 'close' | 'reopen' | 'remove', id: string, version = 1, as: Worker = 'chief') =>
  dispatch.call(`offices.${operation}`, { as, office: id, body: { version } });

describe('offices of a company', () => {
  it('lists those of the company alone, with what they contain', async () => {
    await dispatch.createOrder();
    await dispatch.createCourier();
    const { offices, company, most, retention } = await dispatch.ok('offices.details', { as: 'chief' });
    expect(offices.map(({ id, openOrders, isEmpty }) => [id, openOrders, isEmpty])).toEqual([
      ['N1', 1, false],
      ['N2', 0, false],
    ]);
    expect(offices[0]).toMatchObject({
      name: 'Norte uno',
      couriers: 3,
      people: 5,
      phones: 0,
      closed: null,
      version: 1,
    });
    expect([most, company.name]).toEqual([MAX_OFFICES, 'Norte S.A.C.']);
    expect(retention).toEqual({ photos: 730, signatures: 730, documents: 365, positions: 60, money: 3650 });
  });

  it('creates an office once for a repeated request, and logs it in its own history', async () => {
    const sent = { as: 'chief' as const, key: '11111111-1111-4111-8111-111111111111', body: OFFICE };
    const made = await dispatch.ok('offices.create', sent);
    expect(await dispatch.ok('offices.create', sent)).toEqual(made);
    expect(made).toMatchObject({ id: 'NUEVA', version: 1, isEmpty: true, closed: null });
    expect(await dispatch.ok('offices.history', { as: 'chief', office: 'NUEVA' })).toEqual([
      {
        type: 'office.changed',
        at: AT,
        officeId: 'NUEVA',
        actor: BY,
        what: 'creada',
        version: 1,
        before: {},
        after: { name: 'Oficina nueva', timeZone: 'America/Lima', province: null },
      },
    ]);
  });

  it.each([
    ['of another company, in another case', 's1', 's1-2'],
    ['of the same company', 'N1', 'N1-2'],
    ['that looks like another', 'ſ1', 'ſ1-2'],
  ])('refuses an id %s, proposes a free one, and reveals nothing else', async (_, id, free) => {
    const answer = await dispatch.call('offices.create', { as: 'chief', body: { ...OFFICE, id } });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { message: `El código ${id}, u otro que se confunde con él, ya está en uso. Puede usar ${free}` },
    ]);
    expect(answer.text).not.toMatch(/Sur|Norte/);
    expect(await dispatch.ok('offices.proposal', { as: 'chief', query: { id } })).toEqual({ id: free });
  });

  it('lists older offices that current rules would refuse', async () => {
    const made = (id: string, name: string) => ({
      id,
      company_id: 'norte',
      name,
      time_zone: 'America/Lima',
      province: null,
    });
    await desk.db
      .insertInto('offices')
      .values([made('n\u034F1', 'Uno'), made('N 9', 'Nоrte')])
      .execute();
    await desk.db.updateTable('users').set({ username: 'cle.rk' }).where('id', '=', 'driver').execute();
    expect(await listAlike(desk.db)).toEqual([
      { what: 'offices', names: ['N1', 'n\u034F1'], why: 'look alike' },
      { what: 'office', names: ['N 9'], why: 'not only Latin letters, digits and -' },
      { what: 'office', names: ['n\u034F1'], why: 'not only Latin letters, digits and -' },
      { what: 'users of N1', names: ['cle.rk', 'clerk'], why: 'look alike' },
      { what: 'name of an office', names: ['Nоrte'], why: 'letters of two alphabets, or invisible ones' },
    ]);
    expect((await dispatch.call('offices.create', { as: 'chief', body: { ...OFFICE, id: 'N1' } })).status).toBe(409);
  });

  it('gives an id to one of two concurrent requests', async () => {
    const answers = await Promise.all([
      dispatch.call('offices.create', { as: 'chief', body: { ...OFFICE, id: 'LIMA' } }),
      dispatch.call('offices.create', { as: 'stranger', body: { ...OFFICE, id: 'lima' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = answers.find(({ status }) => status === 409);
    expect(taken?.text).toMatch(/(LIMA|lima)-2/);
  });

  it('proposes the requested id if it is free', async () => {
    expect(await dispatch.ok('offices.proposal', { as: 'chief', query: { id: 'CUSCO' } })).toEqual({ id: 'CUSCO' });
    await create({ id: 'CUSCO' });
    await create({ id: 'CUSCO-2' });
    expect(await dispatch.ok('offices.proposal', { as: 'chief', query: { id: 'Cusco' } })).toEqual({ id: 'Cusco-3' });
  });

  it('G40: refuses an office above the maximum, also when created concurrently', async () => {
    await sql`
      insert into offices (id, company_id, name, time_zone)
      select 'X' || n, 'norte', 'X', 'America/Lima' from generate_series(1, ${MAX_OFFICES - 3}::integer) as n`.execute(
      desk.db,
    );
    const answers = await Promise.all(
      ['A', 'B'].map((id) => dispatch.call('offices.create', { as: 'chief', body: { ...OFFICE, id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toContain('el máximo');
  });

  it.each<[string, Partial<OfficeInput>]>([
    ['an unknown time zone', { timeZone: 'America/Limon' }],
    ['a province that does not exist', { province: '9999' }],
    ['an id that is a path', { id: '../N1' }],
    ['an empty name', { name: ' ' }],
  ])('refuses %s', async (_, changes) => {
    expect((await dispatch.call('offices.create', { as: 'chief', body: { ...OFFICE, ...changes } })).status).toBe(400);
  });

  it('edits an office, with before and after, and refuses a stale version', async () => {
    const edit = (version: number, name: string) =>
      dispatch.call('offices.edit', { as: 'chief', office: 'N2', body: { version, changes: { name } } });
    expect((await edit(1, 'Sede dos')).body).toMatchObject({ name: 'Sede dos', version: 2 });
    // The same again changes nothing.
    expect((await edit(1, 'Sede dos')).body).toMatchObject({ version: 2 });
    expect(await edit(1, 'Otra')).toMatchObject({ status: 409, body: { changed: { by: BY, what: 'editada' } } });
    expect(await dispatch.ok('offices.history', { as: 'chief', office: 'N2' })).toMatchObject([
      { what: 'editada', before: { name: 'Norte dos' }, after: { name: 'Sede dos' } },
    ]);
  });

  it('shows the changes of settings in the same history', async () => {
    await dispatch.ok('settings.edit', { as: 'chief', body: { version: 1, changes: { cashLimit: 5000 } } });
    expect(await dispatch.ok('offices.history', { as: 'chief' })).toMatchObject([
      { type: 'settings.changed', before: { cashLimit: null }, after: { cashLimit: 5000 } },
    ]);
  });

  it('deletes an empty office with its settings, and no other', async () => {
    await create();
    await dispatch
      .ok('zones.create', {
        as: 'chief',
        office: 'NUEVA',
        body: {
          name: 'Centro',
          color: 'azul',
          corners: [
            [-12.13, -77.04],
            [-12.13, -77.02],
            [-12.11, -77.02],
          ],
        },
      })
      .catch(() => undefined);
    await dispatch.ok('views.create', { as: 'chief', office: 'NUEVA', body: { name: 'Mía', filter: {}, sort: null } });
    await dispatch.ok('reasons.replace', {
      as: 'chief',
      office: 'NUEVA',
      body: { reasons: [{ code: 'ausente', name: 'Ausente' }] },
    });
    const profile = { company_id: 'norte', office_id: 'NUEVA', name: 'Turno noche', modules: ['D01'] };
    await desk.db.insertInto('profiles').values(profile).execute();
    expect((await act('remove', 'NUEVA', 2)).status).toBe(409);
    expect(await act('remove', 'NUEVA')).toMatchObject({ status: 200, body: { id: 'NUEVA' } });
    expect((await dispatch.call('settings.read', { as: 'chief', office: 'NUEVA' })).status).toBe(404);
    const refused = await act('remove', 'N2');
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('solo se elimina una oficina vacía')]);
    // The id is free again.
    await create();
  });

  it.each(['couriers', 'orders', 'imports'] as const)('does not delete an office with %s', async (what) => {
    await create();
    if (what === 'couriers')
      await dispatch.ok('couriers.create', {
        as: 'chief',
        office: 'NUEVA',
        body: {
          name: 'Ana',
          phone: null,
          vehicle: 'moto',
          plate: null,
          zones: [],
          shift: { from: '08:00', to: '18:00' },
          capacityOrders: 1,
          capacityGrams: 1,
        },
      });
    if (what === 'orders') await dispatch.ok('orders.create', { as: 'chief', office: 'NUEVA', body: orderInput() });
    if (what === 'imports')
      await dispatch.ok('imports.preview', {
        as: 'chief',
        office: 'NUEVA',
        query: { fileName: 'x.csv' },
        file: 'cliente;destinatario;direccion;distrito;fecha\nC1;Ana;Jr. Uno 1;150101;21/11/2026',
      });
    expect((await act('remove', 'NUEVA')).status).toBe(409);
  });

  it('does not delete an office that gets its first person at the same time', async () => {
    await create();
    const user = createUser(desk.db, desk.clock, {
      officeId: 'NUEVA',
      username: 'ana',
      name: 'Ana',
      charge: 'S',
      modules: [],
      password: 'una contraseña larga',
    }).catch(() => undefined);
    const [removed] = await Promise.all([act('remove', 'NUEVA'), user]);
    const people = await desk.db.selectFrom('users').select('id').where('office_id', '=', 'NUEVA').execute();
    expect([removed.status, people.length]).toEqual(removed.status === 200 ? [200, 0] : [409, 1]);
  });

  it('requires charge S and the own company for every operation', async () => {
    const expected: Record<Worker, number> = {
      ana: 403,
      luis: 403,
      chief: 200,
      clerk: 403,
      // Without a module of orders: offices are a matter of charge S.
      blindchief: 200,
      keeper: 200,
      neighbour: 404,
      stranger: 404,
    };
    const requests: Partial<Record<DispatchOperationId, { query?: Record<string, string>; rawBody?: object }>> = {
      'offices.details': {},
      'offices.proposal': { query: { id: 'LIMA' } },
      'offices.history': {},
      'firstDay.read': {},
      'firstDay.skip': { rawBody: { skipped: false } },
      'offices.edit': { rawBody: { version: 1, changes: {} } },
      'offices.reopen': { rawBody: { version: 1 } },
      'offices.create': { rawBody: { ...OFFICE } },
      'offices.close': { rawBody: { version: 2 } },
      'offices.remove': { rawBody: { version: 2 } },
    };
    const before = await office('N1');
    for (const [operation, request] of Object.entries(requests) as [DispatchOperationId, object][])
      for (const as of WORKER_NAMES) {
        if (expected[as] === 200 && ['offices.create', 'offices.close', 'offices.remove'].includes(operation)) continue;
        const answer = await dispatch.call(operation, { as, office: 'N1', ...request });
        expect([operation, as, answer.status, answer.text]).toEqual([operation, as, expected[as], expect.anything()]);
      }
    expect(await office('N1')).toEqual(before);
  });
});

/** Writes that a closed office still carries out, listed again by hand. */
const STILL_POSSIBLE: readonly DispatchOperationId[] = [
  'evidence.prepare',
  'evidence.remove',
  'exports.prepare',
  'firstDay.skip',
  'guestLinks.revoke',
  'offices.close',
  'offices.create',
  'offices.remove',
  'offices.reopen',
  'people.delete',
  'people.disable',
  'people.permitFactor',
  'people.retire',
  'presence.tell',
  'signInRules.edit',
];

const QUERIES: Partial<Record<DispatchOperationId, Record<string, string>>> = {
  'imports.preview': { fileName: 'x.csv' },
  'couriers.preview': { fileName: 'x.csv' },
  'people.preview': { fileName: 'x.csv' },
  'clients.importPreview': { fileName: 'x.csv' },
  'evidence.add': { kind: 'entrega' },
};

describe('a closed office', () => {
  const all = Object.entries(DISPATCH_OPERATIONS) as [DispatchOperationId, Operation][];
  const writes = all.filter(([, { method }]) => method !== 'GET').map(([id]) => id);

  it('decides about each operation by its method and policy', () => {
    expect(writes.filter((id) => !needsOpenOffice(DISPATCH_OPERATIONS[id])).sort()).toEqual(STILL_POSSIBLE);
    expect(all.filter(([, { method }]) => method === 'GET').filter(([, each]) => needsOpenOffice(each))).toEqual([]);
  });

  it('refuses every operation that is not a read, also one that is added later', async () => {
    await act('close', 'N2');
    for (const id of writes) {
      // The refusal comes before the body is read, so none is needed.
      const query = QUERIES[id] ?? {};
      const answer = await dispatch.call(id, { as: 'chief', office: 'N2', query, rawBody: {} });
      // Their modules belong to nobody with charge S here; the decision is the same function.
      if (answer.status === 403) continue;
      const isClosed = answer.status === 409 && answer.text.includes('está cerrada');
      expect([id, isClosed]).toEqual([id, !STILL_POSSIBLE.includes(id)]);
    }
    expect((await office('N2')).closed).toEqual({ at: AT, by: BY });
  });

  it('shows its data to its people and to charge S', async () => {
    // Downloads use the current state of the account.
    await desk.db
      .updateTable('users')
      .set({ permissions: ['U01'] })
      .where('id', '=', 'neighbour')
      .execute();
    const made = await dispatch.createOrder({}, 'neighbour');
    await act('close', 'N2');
    expect((await dispatch.ok('orders.list', { as: 'neighbour' })).orders.map(({ id }) => id)).toEqual([made.id]);
    expect((await dispatch.ok('orders.read', { as: 'chief', office: 'N2', id: made.id })).order.id).toBe(made.id);
    const { ticket } = await dispatch.ok('exports.prepare', {
      as: 'neighbour',
      body: { format: 'csv', filter: { estado: 'pendiente' } },
    });
    expect((await dispatch.call('exports.download', { as: 'neighbour', query: { ticket } })).status).toBe(200);
  });

  it('commits no change that was admitted before it was closed', async () => {
    const made = await dispatch.createOrder();
    await act('close', 'N1');
    // Calls the operation directly, without the check of a request, like the demonstration and commands.
    const { createOrder } = await import('#orders/order/create-order.ts');
    const { assignOrders } = await import('#work/assignments/assign-orders.ts');
    const { dispatcherOf } = await import('./dispatch-world.ts');
    const ana = dispatcherOf('ana');
    const refused = { message: expect.stringContaining('está cerrada') as string };
    await expect(createOrder(desk.services, ana, 'k'.repeat(32), orderInput())).rejects.toMatchObject(refused);
    await expect(
      assignOrders(desk.services, ana, 'l'.repeat(32), {
        courierId: desk.pedro,
        orders: [{ id: made.id, version: made.version }],
      }),
    ).rejects.toMatchObject(refused);
    expect((await dispatch.order(made.id)).state).toBe('pendiente');
  });

  it("disconnects its couriers' phones, links and trackers immediately, and no others", async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const link = await desk.linkOf(desk.sara);
    await dispatch.ok('couriers.track', { id: desk.sara });
    expect((await phone.call('field.route')).status).toBe(200);
    expect((await office('N1')).phones).toBe(1);
    const closed = await act('close', 'N1');
    expect(closed.body).toMatchObject({ phones: 0, version: 2 });
    expect((await phone.call('field.route')).status).toBe(403);
    expect((await phone.call('field.positions', { fixes: [] })).status).toBe(403);
    expect((await desk.newPhone().connect(link)).status).not.toBe(200);
    expect(await desk.db.selectFrom('courier_trackers').selectAll().execute()).toEqual([]);
    // Reopened, its phones must be connected again.
    expect((await act('reopen', 'N1', 2)).body).toMatchObject({ closed: null, version: 3 });
    expect((await phone.call('field.route')).status).toBe(403);
    expect((await (await desk.phoneOf(desk.pedro)).call('field.route')).status).toBe(200);
  });

  it('works again after it was reopened, and both are in its history', async () => {
    await act('close', 'N1');
    expect((await dispatch.call('orders.create', { body: orderInput() })).status).toBe(409);
    // Closing it again changes nothing.
    expect((await act('close', 'N1', 2)).body).toMatchObject({ version: 2 });
    await act('reopen', 'N1', 2);
    await dispatch.createOrder();
    expect((await dispatch.ok('offices.history', { as: 'chief' })).map((each) => 'what' in each && each.what)).toEqual([
      'reabierta',
      'cerrada',
    ]);
  });

  it('is marked in the list of offices', async () => {
    await act('close', 'N2');
    const { listOffices } = await import('#people/offices/list-offices.ts');
    const { workerClaims } = await import('./dispatch-world.ts');
    const listed = await listOffices(desk.services, workerClaims('chief'));
    expect(listed.map(({ id, closed }) => [id, closed])).toEqual([
      ['N1', undefined],
      ['N2', true],
    ]);
  });

  it('can be deleted if it is empty', async () => {
    await create();
    await act('close', 'NUEVA');
    await dispatch.ok('offices.remove', { as: 'chief', office: 'NUEVA', body: { version: 2 } });
    expect((await dispatch.ok('offices.details', { as: 'chief' })).offices.map(({ id }) => id)).toEqual(['N1', 'N2']);
  });
});

describe('the first day of an office', () => {
  const read = async (id = 'NUEVA') => (await dispatch.ok('firstDay.read', { as: 'chief', office: id })).done;

  it('is read from the data, step by step', async () => {
    await create();
    // Clients belong to the company.
    expect(await read()).toEqual(['office', 'clients']);
    await desk.db.deleteFrom('clients').execute();
    expect(await read()).toEqual(['office']);
    await desk.db
      .insertInto('users')
      .values(
        ['uno', 'dos'].map((username) => ({
          id: username,
          office_id: 'NUEVA',
          username,
          name: username,
          charge: 'D',
          permissions: ['U01'],
          password_hash: 'x',
        })),
      )
      .execute();
    expect(await read()).toEqual(['office', 'people']);
    await dispatch.createOrder();
    expect(await read('N1')).toEqual(['office', 'people', 'couriers', 'order']);
    await desk.phoneOf(desk.pedro);
    expect(await read('N1')).toEqual(['office', 'people', 'couriers', 'order', 'phone']);
    const { id } = await dispatch.createOrder();
    await desk.assign([await dispatch.order(id)], desk.pedro);
    await dispatch.close([id], { to: 'entregada' });
    expect(await read('N1')).toEqual(['office', 'people', 'couriers', 'order', 'phone', 'delivery']);
  });

  it('can be hidden and shown again, per office', async () => {
    await dispatch.ok('firstDay.skip', { as: 'chief', body: { skipped: true } });
    expect((await dispatch.ok('firstDay.read', { as: 'keeper' })).skipped).toBe(true);
    expect((await dispatch.ok('firstDay.read', { as: 'chief', office: 'N2' })).skipped).toBe(false);
    await dispatch.ok('firstDay.skip', { as: 'chief', body: { skipped: false } });
    expect((await dispatch.ok('firstDay.read', { as: 'chief' })).skipped).toBe(false);
  });
});
