import { type Order, type OrderInput } from '@despacho/contracts/dispatch';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepGeocode, trimGeocodes } from '#orders/geocoder/geocodes-repository.ts';
import { reserveCall } from '#orders/geocoder/pace.ts';
import { OrderLocator } from '#orders/order/order-locator.ts';
import { addWaiting } from '#orders/places/waiting-orders.ts';
import { CALLS_PER_PERSON } from '#edge/services.ts';
import { dispatcherOf, orderInput, type Worker } from '../dispatch-world.ts';
import { NOW } from '../test-services.ts';
import { useLoads } from '../use-loads.ts';
import { useGeocoder } from './use-geocoder.ts';

const FOUND = { lat: -12.125_812, lng: -77.029_654 };
const ANSWER = { ...FOUND, degree: 'calle', radius: 500 } as const;
const CENTRE = { lat: -12.119, lng: -77.028 };
const STREET = { degree: 'calle', source: 'geocodificador', radius: 500 };
const DISTRICT = { degree: 'distrito', source: 'distrito', radius: 3000 };

const at = (address: string): Partial<OrderInput> => ({ place: { ...orderInput().place, address } });

describe('orders placed by the geocoder', () => {
  const geocoder = useGeocoder();
  const desk = useLoads();
  const { dispatch } = desk;
  let locator: OrderLocator;
  beforeEach(async () => {
    Object.assign(desk.services.config, { geocoder: geocoder.config() });
    locator = new OrderLocator(desk.services);
    await geocoder.calls();
  });

  const waiting = async () =>
    (await desk.db.selectFrom('orders_to_locate').select(['order_id', 'attempts']).orderBy('order_id').execute()).map(
      ({ order_id, attempts }) => [String(order_id), attempts],
    );
  const streets = async () => (await geocoder.calls()).map(({ query }) => query['q']?.split(',')[0]);
  const find = (address: string, as: Worker = 'ana') =>
    dispatch.ok('places.find', { as, body: { client: null, recipient: 'José Peña', address, ubigeo: '150122' } });

  it('changes an order by an event of the system, as approximate', async () => {
    const order = await dispatch.createOrder(at('Av. Larco 345, José Peña'));
    expect(order.place).toMatchObject({ ...CENTRE, approximate: true });
    expect(await geocoder.calls()).toEqual([]);
    expect(await locator.step()).toBe('located');
    expect(await locator.step()).toBe('idle');
    const after = await dispatch.order(order.id);
    expect(after).toMatchObject({
      version: 2,
      place: { ...FOUND, approximate: true },
      changed: { by: { username: 'sistema', user: 'El sistema' }, what: 'ubicada' },
    });
    expect((await desk.events()).at(-1)).toMatchObject({
      type: 'order.changed',
      what: 'ubicada',
      before: CENTRE,
      after: FOUND,
    });
    expect(await streets()).toEqual(['Av. Larco 345']);
  });

  it('calls once for an address, even across restarts and if it was not found', async () => {
    const orders: Order[] = [];
    for (const address of ['Av. Larco 345', 'Av. Larco 345', 'Calle Nada 1', 'calle nada 1'])
      orders.push(await dispatch.createOrder(at(address)));
    const steps = [await locator.step(), await locator.step()];
    // Another process continues.
    const next = new OrderLocator(desk.services);
    steps.push(await next.step(), await next.step(), await next.step());
    expect(steps).toEqual(['located', 'located', 'nothing', 'nothing', 'idle']);
    expect(await streets()).toEqual(['Av. Larco 345', 'Calle Nada 1']);
    // Known answers are used immediately.
    const known = await dispatch.createOrder(at('Av. Larco 345'));
    expect(known.place).toMatchObject({ ...FOUND, approximate: true });
    await dispatch.createOrder(at('Calle Nada 1'));
    expect(await waiting()).toEqual([]);
    expect(await find('Av. Larco 345')).toEqual({ ...FOUND, source: 'address', exactness: STREET });
    expect(await geocoder.calls()).toEqual([]);
    // Another company has its own answers.
    const elsewhere = await dispatch.createOrder(at('Av. Larco 345'), 'stranger');
    expect(elsewhere.place).toMatchObject(CENTRE);
    // Half a year later it is called again.
    desk.clock.move(180 * 86_400_000);
    expect((await dispatch.createOrder(at('Av. Larco 345'))).place).toMatchObject(CENTRE);
  });

  it('ignores orders that were placed, edited or closed in the meantime', async () => {
    const pin = { lat: -12.13, lng: -77.03 };
    const [pinned, closed] = [
      await dispatch.createOrder(at('Calle Schell 100')),
      await dispatch.createOrder(at('Calle Schell 100')),
    ];
    await dispatch.ok('orders.edit', {
      id: pinned.id,
      body: { version: 1, changes: { place: { ...orderInput().place, address: 'Calle Schell 100', point: pin } } },
    });
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'x', orders: [{ id: closed.id, version: 1 }] },
    });
    expect([await locator.step(), await locator.step(), await locator.step()]).toEqual([
      'unneeded',
      'unneeded',
      'idle',
    ]);
    expect(await geocoder.calls()).toEqual([]);
    expect((await dispatch.order(pinned.id)).place).toMatchObject(pin);
    // An edit at the same address keeps what was found.
    const found = await dispatch.createOrder({ ...at('Av. Larco 345'), recipient: { name: 'Rosa', phone: null } });
    await locator.step();
    const { place } = await dispatch.ok('orders.edit', {
      id: found.id,
      body: { version: 2, changes: { place: { ...orderInput().place, reference: 'Piso 2' } } },
    });
    expect(place).toMatchObject({ ...FOUND, reference: 'Piso 2' });
  });

  it('does not hinder a person who saw the order before', async () => {
    const edited = await dispatch.createOrder(at('Av. Larco 345'));
    const assigned = await dispatch.createOrder(at('Av. Larco 345'));
    expect([await locator.step(), await locator.step()]).toEqual(['located', 'located']);
    const saved = await dispatch.ok('orders.edit', {
      id: edited.id,
      body: { version: 1, changes: { note: 'Frágil' } },
    });
    expect(saved).toMatchObject({ version: 3, note: 'Frágil', place: FOUND });
    const { outcomes } = await desk.assign([assigned], desk.pedro);
    expect(outcomes).toMatchObject([{ ok: true, version: 3 }]);
    // A person's change does hinder another person.
    const late = await dispatch.call('orders.edit', {
      as: 'luis',
      id: edited.id,
      body: { version: 2, changes: { note: 'x' } },
    });
    expect(late.status).toBe(409);
  });

  it('retries after failures, later each time, and gives up', async () => {
    const order = await dispatch.createOrder(at('Calle Caída 1'));
    expect(await locator.step()).toBe('failed');
    expect(await waiting()).toEqual([[order.id, 1]]);
    expect(await locator.step()).toBe('idle');
    for (let attempt = 2; attempt < 5; attempt++) {
      desk.clock.move(5 * 60_000);
      expect(await locator.step()).toBe('failed');
      expect(await waiting()).toEqual([[order.id, attempt]]);
    }
    desk.clock.move(5 * 60_000);
    expect(await locator.step()).toBe('failed');
    expect(await waiting()).toEqual([]);
    expect((await dispatch.order(order.id)).place).toMatchObject({ ...CENTRE, approximate: true });
    // A form gets the district instead of an error.
    expect(await find('Calle Caída 1')).toEqual({ ...CENTRE, source: 'district', exactness: DISTRICT });
  });

  it('alternates between offices, and limits the queue', async () => {
    for (const number of [1, 2, 3]) await dispatch.createOrder(at(`Calle Norte ${number}`));
    await dispatch.createOrder(at('Calle Vecina 1'), 'neighbour');
    for (let step = 0; step < 4; step++) await locator.step();
    expect(await streets()).toEqual(['Calle Norte 1', 'Calle Vecina 1', 'Calle Norte 2', 'Calle Norte 3']);
    const ana = dispatcherOf('ana');
    await addWaiting(desk.db, ana, [7, 8], NOW, 3);
    await addWaiting(desk.db, ana, [9, 10, 11], NOW, 3);
    expect((await waiting()).map(([id]) => id)).toEqual(['7', '8', '9']);
  });

  it('adds imported orders without coordinates', async () => {
    const file =
      'Cliente;Destinatario;Dirección;Distrito;Fecha\nC1;José Peña;Av. Larco 345;150122;20/11/2026\nC1;Rosa Ríos;Av. Larco 345;150122;20/11/2026\n';
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file });
    if (!seen.readable) throw new Error(seen.why);
    await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 2 } });
    expect([await locator.step(), await locator.step(), await locator.step()]).toEqual(['located', 'located', 'idle']);
    expect(await streets()).toEqual(['Av. Larco 345']);
    const { orders } = await dispatch.ok('orders.list', {});
    expect(orders.map(({ place }) => place)).toEqual([expect.objectContaining(FOUND), expect.objectContaining(FOUND)]);
  });

  it('queues and calls nothing without a geocoder', async () => {
    Object.assign(desk.services.config, { geocoder: undefined });
    await dispatch.createOrder(at('Av. Larco 345'));
    expect(await waiting()).toEqual([]);
    expect(await find('Av. Larco 345')).toEqual({ ...CENTRE, source: 'district', exactness: DISTRICT });
    expect(await geocoder.calls()).toEqual([]);
  });

  it('G40: limits the calls that one person causes by typing', async () => {
    const sources: string[] = [];
    for (let number = 0; number < CALLS_PER_PERSON + 3; number++)
      sources.push((await find(`Av. Larco ${number}`)).source);
    expect(sources).toEqual([...Array<string>(CALLS_PER_PERSON).fill('address'), 'district', 'district', 'district']);
    expect(await geocoder.calls()).toHaveLength(CALLS_PER_PERSON);
    // Others are not affected, and neither is the same person a minute later.
    expect(await find('Av. Larco 900', 'luis')).toMatchObject({ source: 'address' });
    desk.clock.move(60_000);
    expect(await find('Av. Larco 901')).toMatchObject({ source: 'address' });
  });

  it('G40: keeps the pace of all processes together', async () => {
    const reserve = (maxWaitMs: number) => reserveCall(desk.db, desk.clock(), 1000, maxWaitMs);
    expect([await reserve(2000), await reserve(2000), await reserve(2000), await reserve(2000)]).toEqual([
      0,
      1000,
      2000,
      undefined,
    ]);
    expect(await reserve(0)).toBeUndefined();
    desk.clock.move(1000);
    expect(await reserve(2000)).toBe(2000);
    desk.clock.move(60_000);
    expect(await reserve(0)).toBe(0);
    // A clock that was a day ahead does not stop the calls for a day.
    desk.clock.move(86_400_000);
    await reserve(0);
    desk.clock.move(-86_400_000);
    expect(await reserve(0)).toBe(0);
  });

  it('removes expired answers, and the oldest above the maximum', async () => {
    const day = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
    await keepGeocode(desk.db, 'expired', ANSWER, day(91));
    await keepGeocode(desk.db, 'nothing', undefined, day(8));
    for (const days of [3, 2, 1])
      await keepGeocode(desk.db, `kept ${days}`, days === 2 ? undefined : ANSWER, day(days));
    await trimGeocodes(desk.db, NOW, 2);
    const left = await desk.db.selectFrom('geocodes').select('key').orderBy('key').execute();
    expect(left.map(({ key }) => key)).toEqual(['kept 1', 'kept 2']);
  });
});
