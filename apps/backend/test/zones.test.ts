import {
  type Corner,
  DISPATCH_OPERATIONS,
  type DispatchOperationId,
  MAX_IMPORTED_CORNERS,
  MAX_REMOVED_ZONES,
  MAX_ZONE_VERSIONS,
  MAX_ZONES,
  MAX_ZONES_IN_FILTER,
  zoneFinder,
  zoneProblem,
} from '@despacho/contracts/dispatch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOfficeActivity } from '#insight/figures/read-figures.ts';
import { createZone } from '#fleet/zones/change-zone.ts';
import {
  courierInput,
  dispatcherOf,
  LARCO,
  orderInput,
  type Worker,
  WORKER_NAMES,
  zoneInput,
} from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

type ZoneOperationId = Extract<DispatchOperationId, `zones.${string}`>;

/** Outside the zone of `zoneInput`. */
const ELSEWHERE = { lat: -12.2, lng: -77.03 };

describe('zones that an office draws', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  const draw = (changes = {}) => dispatch.ok('zones.create', { as: 'chief', body: zoneInput(changes) });
  const remove = (id: string, version: number) => dispatch.call('zones.remove', { as: 'chief', id, body: { version } });
  const restore = (id: string, version: number) =>
    dispatch.call('zones.restore', { as: 'chief', id, body: { version } });
  const names = async () => (await dispatch.ok('zones.list')).map(({ name }) => name);
  /** An address of its own for an approximate place: a known one would have coordinates. */
  const placed = (point: typeof LARCO | null) => ({
    place: { ...orderInput().place, point, address: point ? 'Av. Larco 345' : 'Jr. Nuevo 1' },
  });
  const orderAt = (point: typeof LARCO | null) => dispatch.createOrder(placed(point)).then(({ id }) => id);
  const found = async (query: Record<string, string>) =>
    (await dispatch.ok('orders.list', { query })).orders.map(({ id }) => id).sort();

  /** A request that succeeds when charge S sends it. */
  async function soundRequest(operation: ZoneOperationId, name: string): Promise<{ id?: string; rawBody?: object }> {
    const { id } = await draw({ name });
    if (operation === 'zones.restore') await remove(id, 1);
    const requests: Record<ZoneOperationId, { id?: string; rawBody?: object }> = {
      'zones.list': {},
      'zones.history': { id },
      'zones.uses': { id },
      'zones.removed': {},
      'zones.create': { rawBody: zoneInput({ name: `${name} 2` }) },
      'zones.import': { rawBody: { zones: [{ ...zoneInput({ name: `${name} 3` }), replaces: null }] } },
      'zones.edit': { id, rawBody: { version: 1, changes: { color: 'rojo' } } },
      'zones.remove': { id, rawBody: { version: 1 } },
      'zones.restore': { id, rawBody: { version: 2 } },
    };
    return requests[operation];
  }

  // By hand, as in dispatch-matrix.test.ts. Ana has U01 and clerk M01, without charge S; chief and
  // blindchief have it with one of them, keeper has it without.
  const STATUS: Record<Worker, { reads: number; writes: number }> = {
    ana: { reads: 200, writes: 403 },
    luis: { reads: 200, writes: 403 },
    clerk: { reads: 200, writes: 403 },
    chief: { reads: 200, writes: 200 },
    blindchief: { reads: 200, writes: 200 },
    keeper: { reads: 403, writes: 403 },
    neighbour: { reads: 404, writes: 404 },
    stranger: { reads: 404, writes: 404 },
  };
  const operations = (Object.keys(DISPATCH_OPERATIONS) as DispatchOperationId[]).filter((id): id is ZoneOperationId =>
    id.startsWith('zones.'),
  );

  it.each(operations)('G20: %s gives each person the expected status for office N1', async (operation) => {
    const request = await soundRequest(operation, 'Una');
    const before = await desk.db.selectFrom('zones').selectAll().orderBy('id').execute();
    const statusOf = (as: Worker) => STATUS[as][operation === 'zones.list' ? 'reads' : 'writes'];
    for (const as of WORKER_NAMES.filter((each) => STATUS[each].writes !== 200)) {
      const { status, text } = await dispatch.call(operation, { as, office: 'N1', ...request });
      expect([as, status, text]).toEqual([as, statusOf(as), expect.anything()]);
    }
    expect(await desk.db.selectFrom('zones').selectAll().orderBy('id').execute()).toEqual(before);
    // Also to charge S, a zone is unknown in any other office.
    if (request.id !== undefined)
      expect((await dispatch.call(operation, { as: 'chief', office: 'N2', ...request })).status).toBe(404);
    for (const as of ['chief', 'blindchief'] as const)
      expect(
        (await dispatch.call(operation, { as, office: 'N1', ...(await soundRequest(operation, as)) })).status,
      ).toBe(statusOf(as));
  });

  it('have their corners rounded to a metre, and names unique regardless of case and accents', async () => {
    const zone = await draw({
      name: 'Ñaña',
      corners: [
        [-12, -77.0000049],
        [-12, -76.9],
        [-11.9, -76.9],
      ],
    });
    expect(zone).toEqual({
      id: zone.id,
      version: 1,
      name: 'Ñaña',
      color: 'azul',
      corners: [
        [-12, -77],
        [-12, -76.9],
        [-11.9, -76.9],
      ],
    });
    const repeated = await dispatch.call('zones.create', { as: 'chief', body: zoneInput({ name: 'nana' }) });
    expect(repeated).toMatchObject({
      status: 409,
      body: { message: 'La oficina ya tiene la zona «Ñaña»; escriba otro nombre' },
    });
    // A repeated request whose answer was lost.
    const other = await draw();
    expect(await draw()).toEqual(other);
    expect(await names()).toEqual(['Miraflores centro', 'Ñaña']);
    expect(await dispatch.ok('zones.list', { as: 'clerk' })).toEqual([other, zone]);
    for (const as of ['neighbour', 'stranger'] as const) expect(await dispatch.ok('zones.list', { as })).toEqual([]);
  });

  it('are refused with a sentence if their border crosses itself', async () => {
    const [a, b, c, d] = zoneInput().corners as readonly Corner[] as [Corner, Corner, Corner, Corner];
    const corners = [a, c, b, d];
    const answer = await dispatch.call('zones.create', { as: 'chief', rawBody: { ...zoneInput(), corners } });
    const message = zoneProblem(corners)?.text;
    expect(message).toMatch(/^El borde se cruza/);
    expect(answer).toMatchObject({ status: 400, body: { message, field: 'corners' } });
    const { id } = await draw();
    const edited = await dispatch.call('zones.edit', {
      as: 'chief',
      id,
      rawBody: { version: 1, changes: { corners } },
    });
    expect(edited).toMatchObject({ status: 400, body: { message } });
  });

  it('filter lists, maps and counts, without approximate places', async () => {
    const { id } = await draw();
    const inside = await orderAt(LARCO);
    const outside = await orderAt(ELSEWHERE);
    const onBorder = await orderAt({ lat: -12.13, lng: -77.03 });
    const approximate = await orderAt(null);
    expect(await found({ zona: id })).toEqual([inside, onBorder].sort());
    expect(await found({ no_zona: id })).toEqual([outside, approximate].sort());
    expect((await dispatch.ok('orders.map', { query: { zona: id } })).id.sort()).toEqual([inside, onBorder].sort());
    expect((await dispatch.ok('orders.counts', { query: { zona: id } })).total).toBe(2);
    expect((await dispatch.ok('orders.states', { query: { no_zona: id } })).total).toBe(2);
    // A filter follows the zone, and a removed zone has no orders.
    await dispatch.ok('zones.edit', {
      as: 'chief',
      id,
      body: {
        version: 1,
        changes: {
          corners: [
            [-12.21, -77.04],
            [-12.21, -77.02],
            [-12.19, -77.02],
            [-12.19, -77.04],
          ],
        },
      },
    });
    expect(await found({ zona: id })).toEqual([outside]);
    await remove(id, 2);
    expect(await found({ zona: id })).toEqual([]);
    expect(await found({ no_zona: id })).toHaveLength(4);
    // Zones of another office, and too many of them.
    expect(await found({ zona: '999999' })).toEqual([]);
    const many = Array.from({ length: MAX_ZONES_IN_FILTER + 1 }, (_, at) => String(at + 1)).join(',');
    expect((await dispatch.call('orders.list', { query: { zona: many } })).status).toBe(400);
  });

  it('find the same orders in SQL as in the browser', async () => {
    const corners: [number, number][] = [
      [-12.13, -77.04],
      [-12.12, -77.03],
      [-12.13, -77.02],
      [-12.1, -77.02],
      [-12.1, -77.04],
    ];
    const { id } = await draw({ corners });
    const at = zoneFinder([{ id, corners }]);
    const order = await orderAt(LARCO);
    const places = fc.record({
      // Multiples of half a side also give places on borders and corners.
      lat: fc.integer({ min: 0, max: 16 }).map((step) => -12.14 + step * 0.0025),
      lng: fc.integer({ min: 0, max: 16 }).map((step) => -77.05 + step * 0.0025),
    });
    await fc.assert(
      fc.asyncProperty(places, async (place) => {
        const stored = { lat: Number(place.lat.toFixed(6)), lng: Number(place.lng.toFixed(6)) };
        await desk.db.updateTable('order_details').set(stored).where('id', '=', Number(order)).execute();
        expect((await found({ zona: id })).length === 1).toBe(at({ ...stored, approximate: false }).length === 1);
      }),
      { numRuns: 60 },
    );
  });

  it('decide which couriers are suggested, and warn of others', async () => {
    const { id } = await draw();
    const zonal = await dispatch.ok('couriers.create', { as: 'ana', body: courierInput({ zoneIds: [id] }) });
    expect(zonal.zoneIds).toEqual([id]);
    const inside = await dispatch.createOrder({ place: { ...orderInput().place, point: LARCO } });
    const approximate = await dispatch.createOrder(placed(null));
    const orders = [inside, approximate].map((each) => ({ id: each.id, version: each.version }));
    const suggested = await dispatch.ok('assignments.suggest', { body: { orders } });
    expect(suggested.parts).toMatchObject([{ courierId: zonal.id, orders: [{ id: inside.id }], warnings: [] }]);
    expect(suggested.unplaced).toEqual([{ id: approximate.id, why: 'no_zone' }]);
    const receipt = await dispatch.ok('assignments.assign', { body: { courierId: zonal.id, orders } });
    expect(receipt.warnings).toEqual([{ courierId: zonal.id, kind: 'zone', by: 1 }]);
    // An edit without zones leaves them, and unknown zones are rejected.
    const edited = await dispatch.ok('couriers.edit', { id: zonal.id, body: { version: 1, changes: { name: 'Eva' } } });
    expect(edited.zoneIds).toEqual([id]);
    const unknown = await dispatch.call('couriers.edit', {
      id: zonal.id,
      body: { version: 2, changes: { zoneIds: ['999999'] } },
    });
    expect(unknown).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('ya no tiene una de esas zonas') as string },
    });
  });

  it('stay with their couriers and views when removed, and are restored with them', async () => {
    const { id } = await draw();
    const only = await dispatch.ok('couriers.create', {
      as: 'ana',
      body: courierInput({ name: 'Ana', zoneIds: [id] }),
    });
    await dispatch.ok('couriers.create', {
      as: 'ana',
      body: courierInput({ name: 'Eva', zones: ['150101'], zoneIds: [id] }),
    });
    const view = await dispatch.ok('views.create', { body: { name: 'Centro', filter: { zona: id }, sort: null } });
    await dispatch.ok('views.create', { body: { name: 'Otra', filter: { distrito: '150122' }, sort: null } });
    expect(await dispatch.ok('zones.uses', { as: 'chief', id })).toEqual({
      couriers: [expect.objectContaining({ name: 'Ana' }), expect.objectContaining({ name: 'Eva' })],
      onlyHere: 1,
      views: [{ id: view.id, name: 'Centro' }],
    });
    const order = await dispatch.createOrder({ place: { ...orderInput().place, ubigeo: '150130', point: LARCO } });
    const suggest = () => dispatch.ok('assignments.suggest', { body: { orders: [{ id: order.id, version: 1 }] } });
    expect((await suggest()).parts).toHaveLength(1);
    expect((await remove(id, 1)).status).toBe(200);
    // A courier of the removed zone alone does not serve everywhere.
    expect(await suggest()).toMatchObject({ parts: [], unplaced: [{ id: order.id, why: 'no_zone' }] });
    // The courier can still be edited.
    await dispatch.ok('couriers.edit', {
      id: only.id,
      body: { version: 1, changes: { zoneIds: [id], name: 'Ana María' } },
    });
    expect(await dispatch.ok('zones.removed', { as: 'chief' })).toMatchObject([
      { id, version: 2, by: { username: 'chief' } },
    ]);
    expect((await restore(id, 2)).body).toMatchObject({ id, version: 3 });
    expect((await suggest()).parts).toHaveLength(1);
    expect(await found({ zona: id })).toEqual([order.id]);
  });

  it('keep their last versions, with the authors', async () => {
    const { id } = await draw();
    await dispatch.ok('zones.edit', { as: 'chief', id, body: { version: 1, changes: { name: 'Centro' } } });
    await remove(id, 2);
    const history = await dispatch.ok('zones.history', { as: 'chief', id });
    expect(history.map(({ version, what, name }) => [version, what, name])).toEqual([
      [3, 'quitada', 'Centro'],
      [2, 'editada', 'Centro'],
      [1, 'creada', 'Miraflores centro'],
    ]);
    expect(history[0]).toMatchObject({ at: '2026-11-20T15:00:00.000Z', by: { username: 'chief', user: 'Doña chief' } });
    await restore(id, 3);
    for (let version = 4; version < MAX_ZONE_VERSIONS + 4; version += 1)
      await dispatch.ok('zones.edit', {
        as: 'chief',
        id,
        body: { version, changes: { color: version % 2 === 0 ? 'rojo' : 'azul' } },
      });
    expect(await dispatch.ok('zones.history', { as: 'chief', id })).toHaveLength(MAX_ZONE_VERSIONS);
    const events = await desk.db.selectFrom('events').select('data').where('type', '=', 'zone.changed').execute();
    expect(events).toHaveLength(MAX_ZONE_VERSIONS + 4);
  });

  it('are imported together or not at all, and once', async () => {
    const south = await draw({ name: 'Sur' });
    const [a, b, c, d] = zoneInput().corners;
    if (!a || !b || !c || !d) throw new Error('Four were asked for');
    const file = (...zones: object[]) => dispatch.call('zones.import', { as: 'chief', rawBody: { zones } });
    const fresh = { ...zoneInput({ name: 'Norte' }), replaces: null };
    const redrawn = { ...zoneInput({ name: 'SUR', color: 'rojo' }), replaces: { id: south.id, version: 1 } };
    const versions = async () => (await dispatch.ok('zones.list')).map(({ name, version }) => `${name} ${version}`);

    const crossed = { ...zoneInput({ name: 'Cruz', corners: [a, c, b, d] }), replaces: null };
    expect(await file(fresh, crossed)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^«Cruz»: El borde se cruza/) as string },
    });
    const taken = { ...zoneInput({ name: 'súr' }), replaces: null };
    expect(await file(fresh, taken)).toMatchObject({
      status: 409,
      body: { message: 'La oficina ya tiene la zona «Sur»; escriba otro nombre' },
    });
    const stale = { ...redrawn, replaces: { id: south.id, version: 7 } };
    expect(await file(fresh, stale)).toMatchObject({
      status: 409,
      body: { message: 'La zona «Sur» cambió entretanto; vuelva a abrirla' },
    });
    const foreign = { ...redrawn, replaces: { id: '999', version: 1 } };
    expect((await file(fresh, foreign)).status).toBe(404);
    expect(await versions()).toEqual(['Sur 1']);

    expect(await file(fresh, redrawn)).toMatchObject({ status: 200, body: { created: 1, edited: 1 } });
    expect(await versions()).toEqual(['Norte 1', 'SUR 2']);
    // A repeated request whose answer was lost.
    expect(await file(fresh, redrawn)).toMatchObject({ status: 200, body: { created: 0, edited: 0 } });
    const history = await dispatch.ok('zones.history', { as: 'chief', id: south.id });
    expect(history.map(({ what, name }) => [what, name])).toEqual([
      ['editada', 'SUR'],
      ['creada', 'Sur'],
    ]);
  });

  it('are rejected abroad, but may contain the office or some sea', async () => {
    const create = async (name: string, corners: readonly Corner[]) => {
      const body = { ...zoneInput({ name }), corners };
      const answer = await dispatch.call('zones.create', { as: 'chief', rawBody: body });
      return [answer.status, (answer.body as { field?: string }).field];
    };
    const swapped = zoneInput().corners.map(([lat, lng]): Corner => [lng, lat]);
    const around: Corner[] = [
      [-30, -90],
      [-30, -60],
      [5, -60],
      [5, -90],
    ];
    expect(await create('Antártida', swapped)).toEqual([400, 'corners']);
    expect(await create('Todo', around)).toEqual([200, undefined]);
    expect(
      await create('Costa', [
        [-12, -78],
        [-12, -77],
        [-12.2, -77],
      ]),
    ).toEqual([200, undefined]);
    const { id } = await draw({ name: 'Otra' });
    const edit = { version: 1, changes: { corners: swapped } };
    expect((await dispatch.call('zones.edit', { as: 'chief', id, rawBody: edit })).status).toBe(400);
    const file = { zones: [{ ...zoneInput({ name: 'Sur' }), corners: swapped, replaces: null }] };
    expect((await dispatch.call('zones.import', { as: 'chief', rawBody: file })).status).toBe(400);
  });

  it('are imported up to the maximum of the office, and of corners', async () => {
    const named = (count: number, corners = zoneInput().corners) =>
      Array.from({ length: count }, (_, at) => ({ ...zoneInput({ name: `Zona ${at}`, corners }), replaces: null }));
    const file = (zones: object[]) => dispatch.call('zones.import', { as: 'chief', rawBody: { zones } });
    await draw({ name: 'Una' });
    expect((await file(named(MAX_ZONES))).status).toBe(409);
    expect(await names()).toEqual(['Una']);
    const many = Array.from({ length: 500 }, (_, at): [number, number] => [-12 - at / 8, -77 + (at % 2) / 8]);
    expect(await file(named(MAX_IMPORTED_CORNERS / 500 + 1, many))).toMatchObject({ status: 400 });
  });

  it('are in the activity of the office, for people who may see zones', async () => {
    await draw({ name: 'Una' });
    const { id } = await draw({ name: 'Dos' });
    await remove(id, 1);
    const order = await orderAt(LARCO);
    const activityOf = async (...modules: string[]) =>
      (await readOfficeActivity(desk.services, dispatcherOf('chief'), modules)).lines.map(
        ({ what, count, zone, orders }) => [what, count, zone, ...orders.map((each) => each.id)],
      );
    expect(await activityOf('D06', 'M01')).toEqual([
      ['creada', 1, undefined, order],
      ['zona_quitada', 1, 'Dos'],
      ['zona_creada', 2, undefined],
    ]);
    expect(await activityOf('D06')).toEqual([['creada', 1, undefined, order]]);
  });

  it('name the saved views that use them to people with U01 only', async () => {
    const { id } = await draw();
    await dispatch.ok('views.create', { body: { name: 'Del centro', filter: { zona: id }, sort: null } });
    const viewsFor = async (as: Worker) => (await dispatch.ok('zones.uses', { as, id })).views.map(({ name }) => name);
    expect([await viewsFor('chief'), await viewsFor('blindchief')]).toEqual([['Del centro'], []]);
  });

  it('refuse a change of an older version, naming who made the newer one', async () => {
    const { id } = await draw();
    const edit = (version: number) =>
      dispatch.call('zones.edit', { as: 'chief', id, body: { version, changes: { color: 'rojo' } } });
    expect((await edit(1)).status).toBe(200);
    expect(await edit(1)).toMatchObject({
      status: 409,
      body: {
        message: 'La zona «Miraflores centro» cambió entretanto; vuelva a abrirla',
        changed: { by: { username: 'chief' }, what: 'editada' },
      },
    });
    expect((await remove(id, 1)).status).toBe(409);
    expect((await restore(id, 2)).status).toBe(404);
    // A name that another zone took meanwhile.
    await remove(id, 2);
    await draw();
    expect((await restore(id, 3)).status).toBe(409);
  });

  it('are limited in number, including removed ones', async () => {
    const chief = dispatcherOf('chief');
    const input = zoneInput();
    for (let at = 1; at <= MAX_ZONES; at += 1) await createZone(desk.services, chief, { ...input, name: `Zona ${at}` });
    const refused = await dispatch.call('zones.create', { as: 'chief', body: zoneInput({ name: 'Otra' }) });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('200 zonas, el máximo') as string },
    });
    for (const { id } of (await dispatch.ok('zones.list')).slice(0, MAX_REMOVED_ZONES + 1)) {
      desk.clock.move(1000);
      await remove(id, 1);
    }
    const removed = await dispatch.ok('zones.removed', { as: 'chief' });
    expect(removed).toHaveLength(MAX_REMOVED_ZONES);
    expect(removed.map(({ name }) => name)).not.toContain('Zona 1');
    const left = await desk.db.selectFrom('zone_versions').select('zone_id').distinct().execute();
    expect(left).toHaveLength(MAX_ZONES - 1);
  });
});
