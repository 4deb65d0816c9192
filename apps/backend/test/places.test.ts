import { type FixBody, type Order, type OrderInput, type PlaceQuestion } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { placeKeys } from '#orders/places/place-key.ts';
import { MAX_PLACES, rememberPlaces, trimPlaces } from '#orders/places/places-repository.ts';
import { dispatcherOf, orderInput, type Worker } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { useLoads } from './use-loads.ts';

const PIN = { lat: -12.1301, lng: -77.0302 };
const OTHER_PIN = { lat: -12.1305, lng: -77.0311 };

/** Identifies no door, because it is in many places: only the book finds it. */
const ADDRESS = 'Mz. B Lt. 4';

const at = (changes: Partial<OrderInput['place']> = {}) => ({
  place: { ...orderInput().place, address: ADDRESS, ...changes },
});
const spotOf = ({ place: { lat, lng, approximate } }: Order) => ({ lat, lng, approximate });
const used = (point: typeof PIN) => ({ ...point, approximate: false });
const DISTRICT = { degree: 'distrito', source: 'distrito', radius: 3000 };
const DOOR = { degree: 'puerta', source: 'persona', radius: 25 };
const CENTRE = { lat: -12.119, lng: -77.028, approximate: true };

const QUESTION: PlaceQuestion = {
  client: 'Bodega Ñandú',
  recipient: 'José Peña',
  address: ADDRESS,
  ubigeo: '150122',
};

describe('the places that an office has used', () => {
  const desk = useLoads();
  const { dispatch } = desk;

  const find = (changes: Partial<PlaceQuestion> = {}, as: Worker = 'ana') =>
    dispatch.ok('places.find', { as, body: { ...QUESTION, ...changes } });
  const deliver = async (order: Order) => {
    await desk.assign([order], desk.pedro);
    return dispatch.close([order.id], { to: 'entregada' });
  };

  it('places the next order of the same client, recipient and address where the pin was set', async () => {
    expect(spotOf(await dispatch.createOrder(at()))).toEqual(CENTRE);
    await dispatch.createOrder(at({ point: PIN }));
    expect(spotOf(await dispatch.createOrder(at()))).toEqual(used(PIN));
    const spelled = { ...at({ address: 'MZ B, LOTE N° 4.' }), recipient: { name: 'jose  peña', phone: null } };
    expect(spotOf(await dispatch.createOrder(spelled))).toEqual(used(PIN));
    const others: Partial<OrderInput>[] = [
      at({ address: 'Mz. B Lt. 5' }),
      { ...at(), recipient: { name: 'Rosa Peña', phone: null } },
      { ...at(), client: { id: null, name: 'Otra Bodega', phone: null } },
    ];
    for (const other of others) expect(spotOf(await dispatch.createOrder(other))).toEqual(CENTRE);
    expect((await dispatch.createOrder(at({ ubigeo: '150131' }))).place).toMatchObject({ approximate: true });
  });

  it('answers with it before an order exists, and only in its own office', async () => {
    const centre = { lat: -12.119, lng: -77.028, source: 'district', exactness: DISTRICT };
    expect(await find()).toEqual(centre);
    await dispatch.createOrder(at({ point: PIN }));
    expect(await find({ address: 'MZ B LT 4' })).toEqual({ ...PIN, source: 'used', exactness: DOOR });
    expect(await find({ recipient: null })).toEqual(centre);
    expect(await find({}, 'neighbour')).toEqual(centre);
    const unknown = await dispatch.call('places.find', { body: { ...QUESTION, ubigeo: '999999' } });
    expect([unknown.status, unknown.body]).toEqual([400, expect.objectContaining({ field: 'ubigeo' })]);
  });

  it('replaces a place by a newer pin, but not by the delivery of an older order', async () => {
    const older = await dispatch.createOrder(at({ point: PIN }));
    await dispatch.createOrder(at({ point: OTHER_PIN }));
    expect(await find()).toMatchObject(OTHER_PIN);
    await deliver(older);
    expect(await find()).toMatchObject(OTHER_PIN);
  });

  it('learns the coordinates of a file once an order is delivered there', async () => {
    const header = 'Cliente;Destinatario;Dirección;Distrito;Fecha;Latitud;Longitud';
    const line = `C1;José Peña;Mz. B Lt. 4;150122;20/11/2026;${PIN.lat};${PIN.lng}`;
    const importFile = async (content: string, include?: number[]) => {
      const seen = await dispatch.ok('imports.preview', {
        query: { fileName: 'x.csv' },
        file: `${header}\n${content}\n`,
      });
      if (!seen.readable) throw new Error(seen.why);
      await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 1, ...(include && { include }) } });
      const [order] = (await dispatch.ok('orders.list', { query: { orden: '-codigo' } })).orders;
      if (!order) throw new Error('Nothing imported');
      return order;
    };
    const imported = await importFile(line);
    expect(spotOf(imported)).toEqual(used(PIN));
    expect(await find()).toMatchObject({ source: 'district' });
    await deliver(imported);
    const exactness = { degree: 'cuadra', source: 'archivo', radius: 100 };
    expect(await find()).toEqual({ ...PIN, source: 'used', exactness });
    // A line without coordinates is placed there too.
    const next = await importFile('C1;José Peña;Mz. B Lt. 4;150122;21/11/2026;;');
    expect(spotOf(next)).toEqual(used(PIN));
  });

  it('does not learn the centre of a district, nor a visit that failed', async () => {
    await deliver(await dispatch.createOrder(at()));
    const failed = await dispatch.createOrder({ ...at({ point: PIN }), recipient: { name: 'Rosa', phone: null } });
    await desk.db.deleteFrom('places').execute();
    await desk.assign([failed], desk.pedro);
    await dispatch.close([failed.id], { to: 'no_entregada', reason: 'ausente' });
    expect(await desk.db.selectFrom('places').selectAll().execute()).toEqual([]);
  });

  it('learns a pin moved on an order, and places a changed address', async () => {
    const edit = (order: Order, changes: Partial<OrderInput>) =>
      dispatch.ok('orders.edit', { id: order.id, body: { version: order.version, changes } });
    await dispatch.createOrder({ ...at({ address: 'Calle Schell 100', point: OTHER_PIN }) });
    const placed = await edit(await dispatch.createOrder(at()), at({ point: PIN }));
    expect(await find()).toEqual({ ...PIN, source: 'used', exactness: DOOR });
    // With the address changed and the pin left where it was, only a delivery can confirm it.
    const moved = await edit(placed, at({ address: 'Av. Pardo 10', point: PIN }));
    expect(spotOf(moved)).toEqual(used(PIN));
    expect(await find({ address: 'Av. Pardo 10' })).toMatchObject({ source: 'district' });
    expect(spotOf(await edit(moved, at({ address: 'Calle Schell 100' })))).toEqual(used(OTHER_PIN));
  });

  it('adds the place of a duplicate', async () => {
    const first = await dispatch.createOrder(at());
    await dispatch.createOrder(at({ point: PIN }));
    const copy = await dispatch.ok('orders.duplicate', { id: first.id, body: { date: '2026-11-21' } });
    expect(spotOf(copy)).toEqual(used(PIN));
  });

  it('rejects an implausible pin with a remedy, and stores nothing', async () => {
    const order = await dispatch.createOrder(at());
    for (const [point, words] of [
      [{ lat: 0, lng: 0 }, /0, 0/],
      [{ lat: 12.1301, lng: -77.0302 }, /signo menos.*¿Es -12.1301, -77.0302\?/],
      [{ lat: -77.0302, lng: -12.1301 }, /cambiadas/],
      [{ lat: 40.4, lng: -3.7 }, /fuera del Perú/],
      [{ lat: -16.4, lng: -71.52 }, /761 km de Miraflores/],
    ] as const) {
      const changes = at({ point });
      const answers = [
        await dispatch.call('orders.create', { body: orderInput(changes) }),
        await dispatch.call('orders.edit', { id: order.id, body: { version: order.version, changes } }),
      ];
      for (const { status, body } of answers)
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({ field: 'place.point', message: expect.stringMatching(words) as string }),
        ]);
    }
    expect((await dispatch.ok('orders.list', {})).orders).toEqual([order]);
    expect(await find()).toMatchObject({ source: 'district' });
    // An office in Lima delivers to Arequipa, and a pin in another district of the city is a doubt only.
    for (const place of [
      at({ ubigeo: '040110', point: { lat: -16.4, lng: -71.52 } }),
      at({ point: { lat: -12.026, lng: -76.919 } }),
    ])
      expect(spotOf(await dispatch.createOrder(place))).toEqual(used(place.place.point ?? PIN));
  });

  it('ignores implausible places of earlier versions', async () => {
    const order = await dispatch.createOrder(at());
    const ana = dispatcherOf('ana');
    const far = { lat: 0, lng: 0 };
    const destination = {
      clientName: 'Bodega Ñandú',
      recipient: 'José Peña',
      address: ADDRESS,
      ubigeo: '150122',
    };
    await rememberPlaces(desk.db, ana, [{ ...destination, ...far }], { by: 'pin', now: NOW });
    expect(await find()).toMatchObject({ source: 'district' });
    expect(spotOf(await dispatch.createOrder(at()))).toEqual(CENTRE);
    // As migrated: approximate, with its coordinates.
    await desk.db.updateTable('order_details').set(far).where('id', '=', Number(order.id)).execute();
    const copy = await dispatch.ok('orders.duplicate', { id: order.id, body: { date: '2026-11-21' } });
    expect(spotOf(copy)).toEqual(CENTRE);
  });

  it('fixes both coordinates of a line together, or uses the centre of its district', async () => {
    const header = 'Cliente;Destinatario;Dirección;Distrito;Fecha;Latitud;Longitud';
    const line = (name: string, lat: number | string, lng: number | string) =>
      `C1;${name};Mz. B Lt. 4;150122;20/11/2026;${lat};${lng}`;
    const content = [
      header,
      line('Ana', -77.0302, -12.1301),
      line('Beto', 12.1301, -77.0302),
      line('Caro', 0, 0),
      line('Dina', -12.026, -76.919),
      line('Eva', '', -77.0302),
    ];
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file: content.join('\n') });
    if (!seen.readable) throw new Error(seen.why);
    const errors = seen.rows.flatMap((row) =>
      row.ok ? [] : row.errors.map((each) => [row.line, each.column, each.suggestion]),
    );
    expect(errors).toEqual([
      [2, 'lat', '-12.1301'],
      [2, 'lng', '-77.0302'],
      [3, 'lat', '-12.1301'],
      [4, 'lat', ''],
      [4, 'lng', ''],
      [6, 'lat', ''],
    ]);
    expect(seen.rows[3]).toMatchObject({ ok: true, notes: ['La ubicación queda a 16 km del centro de Miraflores'] });
    const fix = (body: FixBody) => dispatch.ok('imports.fix', { id: seen.id, body });
    await fix({ column: 'lng', value: '-77.0302', lines: [2] });
    await fix({ column: 'lat', value: '-12.1301', lines: [3] });
    expect(await fix({ column: 'lat', value: '', lines: [4, 6] })).toMatchObject({ good: 5, broken: 0 });
    await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 5 } });
    const { orders } = await dispatch.ok('orders.list', { query: { orden: 'codigo' } });
    expect(orders.map(spotOf)).toEqual([
      used({ lat: -12.1301, lng: -77.0302 }),
      used({ lat: -12.1301, lng: -77.0302 }),
      CENTRE,
      { lat: -12.026, lng: -76.919, approximate: false },
      CENTRE,
    ]);
  });

  it('stores no names, and keeps the most recently used places', async () => {
    await dispatch.createOrder(at({ point: PIN }));
    const stored = JSON.stringify(await desk.db.selectFrom('places').selectAll().execute());
    expect(stored).toContain(String(PIN.lat));
    expect(stored).not.toMatch(/mz|jos|ñand/i);

    const places = [1, 2, 3, 4].map((number) => ({
      clientName: 'X',
      recipient: 'Y',
      address: `Calle ${number}`,
      ubigeo: '150122',
      ...PIN,
    }));
    const ana = dispatcherOf('ana');
    for (const [index, place] of places.entries())
      await rememberPlaces(desk.db, ana, [place], { by: 'pin', now: new Date(NOW.getTime() + 1000 * (index + 1)) });
    await rememberPlaces(desk.db, dispatcherOf('neighbour'), places, { by: 'pin', now: NOW });
    await trimPlaces(desk.db, 2, 1);
    const left = await desk.db.selectFrom('places').select(['office_id', 'key']).execute();
    const keysOf = (office: string) => left.filter(({ office_id }) => office_id === office).map(({ key }) => key);
    expect(keysOf('N1').sort()).toEqual(
      places
        .slice(2)
        .map((place) => placeKeys(place).key)
        .sort(),
    );
    expect(keysOf('N2')).toHaveLength(2);
    expect(MAX_PLACES).toBe(200_000);
  });
});
