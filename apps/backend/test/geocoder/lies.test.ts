import { beforeEach, describe, expect, it } from 'vitest';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { callGeocoder } from '#orders/geocoder/geocoder.ts';
import { findGeocodes } from '#orders/geocoder/geocodes-repository.ts';
import { nextBudget, takeCall } from '#orders/geocoder/pace.ts';
import { OrderLocator } from '#orders/order/order-locator.ts';
import { geocodeKeys } from '#orders/places/place-key.ts';
import { dispatcherOf, orderInput } from '../dispatch-world.ts';
import { useLoads } from '../use-loads.ts';
import { useGeocoder } from './use-geocoder.ts';

const geocoder = useGeocoder();
const MIRAFLORES = DISTRICTS.of('150122') ?? DISTRICTS.all[0]!; // oxlint-disable-line typescript/no-non-null-assertion
const queryOf = (address: string): string => `${address}, Miraflores, Lima, Perú`;

describe.each(['photon', 'nominatim'] as const)('an answer of %s', (kind) => {
  const degree = async (address: string): Promise<string | undefined> => {
    const found = await callGeocoder(geocoder.config(kind), queryOf(address), MIRAFLORES);
    return found && `${found.degree} ${found.radius}`;
  };

  it.each([
    ['Calle Schell 319', 'cuadra 100'],
    ['CA. SCHELL Nº 319 DPTO 501', 'cuadra 100'],
    ['Schell 319', 'calle 500'],
    ['Calle Schell', 'calle 500'],
    ['Av. Larga 100', 'calle 933'],
    ['Urb. Aurora Mz. B Lt. 4', 'urbanizacion 622'],
  ])('is believed where it agrees: %s', async (address, expected) => {
    expect(await degree(address)).toBe(expected);
  });

  it.each([
    ['Calle Otro Distrito 100', undefined],
    ['Calle Otra Calle 100', undefined],
    ['Jr. Otro Tipo 100', undefined],
    ['Calle Otro Número 100', 'calle 500'],
    ['Calle Girada 100', undefined],
    ['Calle Enredada 100', 'calle 500'],
    ['Calle Central 100', 'calle 500'],
    ['Jr. Schell 319', undefined],
  ])('is not believed where it differs: %s', async (address, expected) => {
    expect(await degree(address)).toBe(expected);
  });
});

describe('a geocoder that lies', () => {
  const desk = useLoads();
  const { dispatch } = desk;
  let locator: OrderLocator;
  const configure = (extra: object = {}): void => {
    Object.assign(desk.services.config, { geocoder: { ...geocoder.config(), ...extra } });
  };
  beforeEach(async () => {
    configure();
    locator = new OrderLocator(desk.services);
    await geocoder.calls();
  });

  const at = (address: string) => ({ place: { ...orderInput().place, address } });
  const degrees = async (addresses: readonly string[]) => {
    const keys = addresses.map((address) => geocodeKeys(dispatcherOf('ana').companyId, queryOf(address)).key);
    const found = await findGeocodes(desk.db, keys, desk.clock());
    return keys.map((key) => found.get(key)?.degree);
  };
  /** Steps of the locator until nothing is left, an hour apart. */
  const finish = async (): Promise<number> => {
    for (let steps = 0; ; steps++) {
      if ((await locator.step()) === 'idle') return steps;
      desk.clock.move(60 * 60_000);
    }
  };

  it('does not place the addresses of an import at one point as if it were theirs', async () => {
    const addresses = [1, 2, 3, 4].map((number) => `Calle Repetida ${number}00`);
    for (const address of addresses) await dispatch.createOrder(at(address));
    await finish();
    expect(await degrees(addresses)).toEqual(['calle', 'calle', 'calle', 'calle']);
    // Also the orders that were there before the third door.
    const { orders } = await dispatch.ok('orders.list', {});
    expect(orders.map(({ place }) => [place.exactness?.degree, place.approximate])).toEqual(
      addresses.map(() => ['calle', true]),
    );
    // Towers of one building are one door.
    const towers = [1, 2, 3, 4].map((number) => `Calle Schell 319 Torre ${number}`);
    for (const address of towers) await dispatch.createOrder(at(address));
    await finish();
    expect(await degrees(towers)).toEqual(['cuadra', 'cuadra', 'cuadra', 'cuadra']);
    // Queries do not contain the flat.
    await geocoder.calls();
    for (const number of [1, 2, 3]) await dispatch.createOrder(at(`Calle Schell 319 Dpto. ${number}01`));
    await finish();
    expect(await geocoder.calls()).toHaveLength(1);
  });

  it('lets an import finish, with the lines that it can place', async () => {
    const streets = ['Schell', 'Caída', 'Apurada', 'Redirigida', 'Rota', 'Ajena', 'Enorme', 'Girada', 'Nada'];
    const lines = streets.map((street) => `C1;José Peña;Calle ${street} 319;150122;20/11/2026\n`).join('');
    const file = `Cliente;Destinatario;Dirección;Distrito;Fecha\n${lines}`;
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file });
    if (!seen.readable) throw new Error(seen.why);
    await dispatch.ok('imports.commit', { id: seen.id, body: { orders: streets.length } });
    expect(await finish()).toBeLessThanOrEqual(streets.length * 5);
    expect(await desk.db.selectFrom('orders_to_locate').select('order_id').execute()).toEqual([]);
    const { orders } = await dispatch.ok('orders.list', {});
    const moved = orders.filter(({ place }) => place.lat !== MIRAFLORES.lat).map(({ place }) => place.address);
    expect(moved).toEqual(['Calle Schell 319']);
  });

  it('is not called for a minute after three failures, so that nobody waits for it', async () => {
    const find = (number: number) =>
      dispatch.ok('places.find', {
        body: { client: null, recipient: null, address: `Calle Caída ${number}`, ubigeo: '150122' },
      });
    for (const number of [1, 2, 3, 4, 5]) expect(await find(number)).toMatchObject({ source: 'district' });
    expect(await geocoder.calls()).toHaveLength(3);
    desk.clock.move(61_000);
    await find(6);
    await find(7);
    expect(await geocoder.calls()).toHaveLength(1);
  });

  it('is asked a second time elsewhere only where it did not find the street', async () => {
    const { url, ...host } = geocoder.config();
    configure({ second: { ...host, url: `${url}/segundo`, kind: 'nominatim' } });
    for (const address of [
      'Calle Schell 319',
      'Calle Trasera 100',
      'Urb. Aurora Mz. B Lt. 4',
      'Calle Nada 1',
      'Calle Caída 1',
    ])
      await dispatch.createOrder(at(address));
    for (let step = 0; step < 4; step++) await locator.step();
    const asked = (await geocoder.calls()).map(({ path, query }) => `${path} ${query['q']?.split(',')[0] ?? ''}`);
    expect(asked).toEqual([
      '/api Calle Schell 319',
      '/api Calle Trasera 100',
      '/segundo/search Calle Trasera 100',
      '/api Urb. Aurora Mz. B Lt. 4',
      '/segundo/search Urb. Aurora Mz. B Lt. 4',
      '/api Calle Nada 1',
      '/segundo/search Calle Nada 1',
    ]);
    expect(await degrees(['Calle Trasera 100', 'Urb. Aurora Mz. B Lt. 4'])).toEqual(['cuadra', 'urbanizacion']);
    // What one could not answer is asked again, because the other found nothing.
    expect(await locator.step()).toBe('failed');
    expect((await geocoder.calls()).map(({ path }) => path)).toEqual(['/api', '/segundo/search']);
    for (const number of [2, 3]) {
      await dispatch.createOrder(at(`Calle Caída ${number}`));
      expect(await locator.step()).toBe('failed');
    }
    // Without waiting for one that is down.
    await geocoder.calls();
    await dispatch.createOrder(at('Calle Trasera 7'));
    expect(await locator.step()).toBe('located');
    expect((await geocoder.calls()).map(({ path }) => path)).toEqual(['/segundo/search']);
  });

  it('stays within the budget of the day, of which an office gets half', async () => {
    const take = (office: string) => takeCall(desk.db, office, desk.clock(), 5);
    expect([await take('a'), await take('a'), await take('a')]).toEqual([true, true, false]);
    expect([await take('b'), await take('b'), await take('c'), await take('d')]).toEqual([true, true, true, false]);
    const taken = await desk.db.selectFrom('geocoder_calls').select(['scope', 'calls']).orderBy('scope').execute();
    expect(taken.map(({ scope, calls }) => `${scope} ${calls}`)).toEqual([' 5', 'a 2', 'b 2', 'c 1', 'd 0']);
    desk.clock.move(nextBudget(desk.clock()).getTime() - desk.clock().getTime());
    expect(await take('a')).toBe(true);
  });

  it('is called for the rest of an import on the next day', async () => {
    configure({ callsPerDay: 4 });
    for (const number of [1, 2, 3]) await dispatch.createOrder(at(`Calle Nada ${number}`));
    const paced = () => desk.db.selectFrom('meta').select('value').where('key', '=', 'geocoder_next_at').execute();
    expect([await locator.step(), await locator.step()]).toEqual(['nothing', 'nothing']);
    const before = await paced();
    expect([await locator.step(), await locator.step()]).toEqual(['spent', 'idle']);
    // A call that is not made does not delay those of other offices.
    expect(await paced()).toEqual(before);
    desk.clock.move(nextBudget(desk.clock()).getTime() - desk.clock().getTime());
    expect([await locator.step(), await locator.step()]).toEqual(['nothing', 'idle']);
    expect(await geocoder.calls()).toHaveLength(3);
  });
});
