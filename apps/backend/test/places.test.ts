import { type Order, type OrderInput, type PlaceQuestion } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { placeKeys } from '../src/places/place-key.ts';
import { MAX_PLACES, rememberPlaces, trimPlaces } from '../src/places/places-repository.ts';
import { dispatcherOf, orderInput, type Worker } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
import { useLoads } from './use-loads.ts';

const PIN = { lat: -12.1301, lng: -77.0302 };
const OTHER_PIN = { lat: -12.1305, lng: -77.0311 };

const at = (changes: Partial<OrderInput['place']>) => ({ place: { ...orderInput().place, ...changes } });
const spotOf = ({ place: { lat, lng, approximate } }: Order) => ({ lat, lng, approximate });
const used = (point: typeof PIN) => ({ ...point, approximate: false });
const CENTRE = { lat: -12.119, lng: -77.028, approximate: true };

const QUESTION: PlaceQuestion = {
  client: 'Bodega Ñandú',
  recipient: 'José Peña',
  address: 'Av. Larco 345',
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
    expect(spotOf(await dispatch.createOrder())).toEqual(CENTRE);
    await dispatch.createOrder(at({ point: PIN }));
    expect(spotOf(await dispatch.createOrder())).toEqual(used(PIN));
    const spelled = { ...at({ address: 'avenida LARCO N° 345.' }), recipient: { name: 'jose  peña', phone: null } };
    expect(spotOf(await dispatch.createOrder(spelled))).toEqual(used(PIN));
    const others: Partial<OrderInput>[] = [
      at({ address: 'Av. Larco 346' }),
      { recipient: { name: 'Rosa Peña', phone: null } },
      { client: { id: null, name: 'Otra Bodega', phone: null } },
    ];
    for (const other of others) expect(spotOf(await dispatch.createOrder(other))).toEqual(CENTRE);
    expect((await dispatch.createOrder(at({ ubigeo: '150131' }))).place).toMatchObject({ approximate: true });
  });

  it('answers with it before an order exists, and only in its own office', async () => {
    const centre = { lat: -12.119, lng: -77.028, source: 'district' };
    expect(await find()).toEqual(centre);
    await dispatch.createOrder(at({ point: PIN }));
    expect(await find({ address: 'AV LARCO 345' })).toEqual({ ...PIN, source: 'used' });
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
    const line = `C1;José Peña;Av. Larco 345;150122;20/11/2026;${PIN.lat};${PIN.lng}`;
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
    expect(await find()).toEqual({ ...PIN, source: 'used' });
    // A line without coordinates is placed there too.
    const next = await importFile('C1;José Peña;Av. Larco 345;150122;21/11/2026;;');
    expect(spotOf(next)).toEqual(used(PIN));
  });

  it('does not learn the centre of a district, nor a visit that failed', async () => {
    await deliver(await dispatch.createOrder());
    const failed = await dispatch.createOrder({ ...at({ point: PIN }), recipient: { name: 'Rosa', phone: null } });
    await desk.db.deleteFrom('places').execute();
    await desk.assign([failed], desk.pedro);
    await dispatch.close([failed.id], { to: 'no_entregada', reason: 'ausente' });
    expect(await desk.db.selectFrom('places').selectAll().execute()).toEqual([]);
  });

  it('learns a pin moved on an order, and places it by a new address', async () => {
    const edit = (order: Order, changes: Partial<OrderInput>) =>
      dispatch.ok('orders.edit', { id: order.id, body: { version: order.version, changes } });
    await dispatch.createOrder({ ...at({ address: 'Calle Schell 100', point: OTHER_PIN }) });
    const placed = await edit(await dispatch.createOrder(), at({ point: PIN }));
    expect(await find()).toEqual({ ...PIN, source: 'used' });
    // With the address changed and the pin left where it was, only a delivery can confirm it.
    const moved = await edit(placed, at({ address: 'Av. Pardo 10', point: PIN }));
    expect(spotOf(moved)).toEqual(used(PIN));
    expect(await find({ address: 'Av. Pardo 10' })).toMatchObject({ source: 'district' });
    expect(spotOf(await edit(moved, at({ address: 'Calle Schell 100' })))).toEqual(used(OTHER_PIN));
  });

  it('adds the place of a duplicate', async () => {
    const first = await dispatch.createOrder();
    await dispatch.createOrder(at({ point: PIN }));
    const copy = await dispatch.ok('orders.duplicate', { id: first.id, body: { date: '2026-11-21' } });
    expect(spotOf(copy)).toEqual(used(PIN));
  });

  it('stores no names, and keeps those used last', async () => {
    await dispatch.createOrder(at({ point: PIN }));
    const stored = JSON.stringify(await desk.db.selectFrom('places').selectAll().execute());
    expect(stored).toContain(String(PIN.lat));
    expect(stored).not.toMatch(/larco|jos|ñand/i);

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
