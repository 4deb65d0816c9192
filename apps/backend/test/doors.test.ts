import { randomUUID } from 'node:crypto';
import {
  type ClaimMode,
  exactAs,
  type Exactness,
  type FieldDoor,
  type NewPhoto,
  type Order,
  type OrderInput,
  type Point,
  type VisitBody,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { erasePersonNamed } from '#edge/commands/personal-data.ts';
import { MAX_DOORS } from '#platform/database/table-bounds.ts';
import { forgetClaims } from '#orders/places/place-claims.ts';
import { keepGeocode } from '#orders/geocoder/geocodes-repository.ts';
import { geocodedDoor, geocodeKeys } from '#orders/places/place-key.ts';
import { queryOf } from '#orders/places/place-orders.ts';
import { rememberDoors, trimDoors } from '#orders/places/known-doors.ts';
import { doorKeysOf } from '#orders/places/door-of.ts';
import { OrderLocator } from '#orders/order/order-locator.ts';
import { learnDoor } from '#orders/locating/learn-doors.ts';
import { countToLocate } from '#orders/locating/waiting-places.ts';
import { MAX_OTHER_ACTS } from '#field/route/run-day.ts';
import { dispatcherOf, orderInput, type Worker } from './dispatch-world.ts';
import { photo, scene } from './evidence-files.ts';
import { NORTE_RUC } from './people.ts';
import { newPhoto, sendAll } from './send-photo.ts';
import { NOW } from './test-services.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

const DAY_MS = 86_400_000;
const START = { lat: -12.12, lng: -77.03 };
/** A place some meters north of the beginning of the street, where each number is a meter. */
const meters = (north: number): Point => ({ lat: START.lat + north / 111_195, lng: START.lng });

const DISTRICT = { degree: 'distrito', source: 'distrito', radius: 3000 };
const PIN = { degree: 'puerta', source: 'persona', radius: 25 };

const desk = usePhones();
const { dispatch } = desk;

let recipients = 0;
/** An order of somebody who has had none. */
const at = (address: string, point: Point | null = null, ubigeo = '150122'): Partial<OrderInput> => ({
  recipient: { name: `Persona ${String((recipients += 1))}`, phone: null },
  place: { ...orderInput().place, address, point, ubigeo },
});
const exactnessOf = ({ place }: Order): Exactness | undefined => place.exactness;
const isAt = ({ place }: Order, point: Point): boolean =>
  Math.hypot(place.lat - point.lat, place.lng - point.lng) * 111_195 < 1;
const find = (address: string, { as = 'ana', ubigeo = '150122' }: { as?: Worker; ubigeo?: string } = {}) =>
  dispatch.ok('places.find', { as, body: { client: null, recipient: null, address, ubigeo } });
const doors = () => desk.db.selectFrom('doors').selectAll().orderBy('address').execute();
const degreesOf = async (addresses: readonly string[], as: Worker = 'ana') => {
  const found = [];
  for (const address of addresses) found.push((await find(address, { as })).exactness?.degree);
  return found;
};
/** N2 works in a province, like N1 in Lima. */
const setProvince = (office: string, province: string) =>
  desk.db.updateTable('offices').set({ province }).where('id', '=', office).execute();

describe('the doors that a company knows', () => {
  it('places another recipient of the same door in other spellings, exactly where a person has put it', async () => {
    await dispatch.createOrder(at('Av. José Larco 345 dpto 301', meters(345)));
    for (const address of [
      'AVENIDA JOSE LARCO N° 345',
      'av jose larco 345, piso 2, Miraflores',
      'Avda. Jose Larco #345',
    ]) {
      const order = await dispatch.createOrder(at(address));
      expect([exactnessOf(order), isAt(order, meters(345)), order.place.approximate]).toEqual([PIN, true, false]);
    }
    // The district by the name that people use.
    const [lot, inSurco] = ['Urb. Los Pinos Mz. B Lt. 4', 'Urb. Los Pinos Surco Mz. B Lt. 4'].map((address) =>
      doorKeysOf({ address, ubigeo: '150140' }),
    );
    expect(inSurco).toEqual(lot);
    // Other doors, streets and districts are not this one.
    for (const address of ['Jr. José Larco 345', 'Mz. B Lt. 4', 'José Larco 345'])
      expect(exactnessOf(await dispatch.createOrder(at(address)))).toEqual(DISTRICT);
    expect(exactnessOf(await dispatch.createOrder(at('Av. José Larco 345', null, '150131')))).toMatchObject({
      degree: 'distrito',
    });
  });

  it('stores the address in clear, without name, telephone, flat and reference', async () => {
    await dispatch.createOrder(at('Av. José Larco 345 dpto 301 (frente al parque, preguntar por Rosa)', meters(345)));
    const [row, ...others] = await doors();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      company_id: 'norte',
      ubigeo: '150122',
      address: 'Av. José Larco 345',
      street_key: 'avenida jose larco',
      block: '',
      number: 345,
      degree: 'puerta',
      source: 'persona',
      placed_at: NOW,
      used_at: NOW,
    });
    expect(JSON.stringify(row)).not.toMatch(/Persona|301|parque|Rosa/);
  });

  it('places numbers between known doors of their side, and lots of a known manzana', async () => {
    for (const number of [101, 201, 501]) await dispatch.createOrder(at(`Av. Pardo ${String(number)}`, meters(number)));
    const between = await dispatch.createOrder(at('Av. Pardo 151'));
    expect(exactnessOf(between)).toEqual({ degree: 'cuadra', source: 'interpolada', radius: 100 });
    expect([isAt(between, meters(151)), between.place.approximate]).toEqual([true, false]);
    expect(exactnessOf(await dispatch.createOrder(at('Av. Pardo 150')))).toMatchObject({
      degree: 'calle',
      radius: 100,
    });
    expect(exactnessOf(await dispatch.createOrder(at('Av. Pardo 351')))).toMatchObject({
      degree: 'calle',
      radius: 150,
    });
    expect(exactnessOf(await dispatch.createOrder(at('Av. Pardo 601')))).toMatchObject({
      degree: 'calle',
      radius: 150,
    });
    expect(exactnessOf(await dispatch.createOrder(at('Av. Pardo s/n')))).toMatchObject({
      degree: 'calle',
      radius: 500,
    });
    await dispatch.createOrder(at('Urb. Los Pinos Mz. B Lt. 1', meters(0)));
    expect(await degreesOf(['Urb. Los Pinos Mz. B Lt. 9'])).toEqual(['urbanizacion']);
    await dispatch.createOrder(at('Urb. Los Pinos Mz. B Lt. 5', meters(40)));
    expect(await degreesOf(['Urb. Los Pinos Mz. B Lt. 3', 'Urb. Los Pinos Mz. C Lt. 3'])).toEqual([
      'cuadra',
      'urbanizacion',
    ]);
  });

  it('are used by imports and duplicates; the coordinates of a file are known to the block', async () => {
    await dispatch.createOrder(at('Av. Pardo 101', meters(101)));
    const header = 'Cliente;Destinatario;Dirección;Distrito;Fecha;Latitud;Longitud';
    const line = (name: string, address: string, point?: Point) =>
      `C1;${name};${address};150122;20/11/2026;${point?.lat ?? ''};${point?.lng ?? ''}`;
    const file = [
      header,
      line('Uno', 'Avenida Pardo Nro 101'),
      // A person has said where this door is.
      line('Dos', 'Av. Pardo 101', meters(900)),
      line('Tres', 'Calle Schell 200', meters(400)),
      line('Cuatro', 'Calle Nada 1'),
    ].join('\n');
    const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file });
    if (!seen.readable) throw new Error(seen.why);
    await dispatch.ok('imports.commit', { id: seen.id, body: { orders: 4 } });
    const { orders } = await dispatch.ok('orders.list', { query: { orden: 'codigo' } });
    expect(orders.slice(1).map(exactnessOf)).toEqual([
      PIN,
      PIN,
      { degree: 'cuadra', source: 'archivo', radius: 100 },
      DISTRICT,
    ]);
    const copy = await dispatch.ok('orders.duplicate', { id: orders[3]?.id ?? '', body: { date: '2026-11-21' } });
    expect(exactnessOf(copy)).toEqual({ degree: 'cuadra', source: 'archivo', radius: 100 });
    // Delivered there, the door is known to others to the block.
    expect(await degreesOf(['Calle Schell 200'])).toEqual(['distrito']);
    await desk.assign([copy], desk.pedro);
    await dispatch.close([copy.id], { to: 'entregada' });
    expect(await degreesOf(['Calle Schell 200'])).toEqual(['cuadra']);
    // Only doors are neighbours of others.
    expect(await degreesOf(['Calle Schell 202'])).toEqual(['distrito']);
  });

  it('are doubted if visits and a file disagree, but not what a person has said', async () => {
    await setProvince('N1', '1501');
    const visited = { address: 'Calle Schell 200', ubigeo: '150122', ...meters(0) };
    await rememberDoors(desk.db, dispatcherOf('ana'), [visited], { ...exactAs('puerta', 'visitas'), now: NOW });
    const importAt = async (...points: Point[]) => {
      const lines = points.map(
        ({ lat, lng }) => `C1;${at('').recipient?.name ?? ''};Calle Schell 200;150122;20/11/2026;${lat};${lng}`,
      );
      const file = ['Cliente;Destinatario;Dirección;Distrito;Fecha;Latitud;Longitud', ...lines].join('\n');
      const seen = await dispatch.ok('imports.preview', { query: { fileName: 'x.csv' }, file });
      if (!seen.readable) throw new Error(seen.why);
      await dispatch.ok('imports.commit', { id: seen.id, body: { orders: points.length } });
      const { orders } = await dispatch.ok('orders.list', { query: { orden: '-codigo' } });
      return orders.slice(0, points.length).toReversed();
    };
    const candidates = async () => {
      const { streets } = await dispatch.ok('places.waiting', { body: { claim: null } });
      return streets.flatMap(({ addresses }) => addresses.flatMap((each) => each.candidates));
    };
    const [far, near] = await importAt(meters(400), meters(124));
    expect([far?.place, near?.place]).toMatchObject([{ ...meters(0), contested: true }, meters(0)]);
    expect(near?.place.contested).toBeUndefined();
    expect(await candidates()).toMatchObject([
      { ...meters(0), exactness: { source: 'visitas' } },
      { ...meters(400), exactness: { degree: 'cuadra', source: 'archivo' } },
    ]);
    await dispatch.ok('places.answer', { body: { order: far?.id ?? '', point: meters(0) } });
    expect(await candidates()).toEqual([]);
    await dispatch.ok('places.answer', { body: { order: far?.id ?? '', point: null } });
    expect(await candidates()).toHaveLength(2);
    await dispatch.ok('places.answer', { body: { order: far?.id ?? '', point: meters(0) } });
    const [again] = await importAt(meters(400));
    expect([again?.place.contested, await candidates()]).toEqual([undefined, []]);
    // The coordinates go with the address.
    const others = () => desk.db.selectFrom('order_details').select('other_lat').orderBy('id').execute();
    expect(await others()).toEqual([{ other_lat: meters(400).lat }, { other_lat: null }, { other_lat: null }]);
    const place = { ...orderInput().place, address: 'Calle Nada 1', point: null };
    await dispatch.ok('orders.edit', { id: far?.id ?? '', body: { version: 4, changes: { place } } });
    expect((await others())[0]).toEqual({ other_lat: null });
  });

  it('are followed by an edit of the address, unless its coordinates came with the order', async () => {
    const edit = (order: Order, place: Partial<OrderInput['place']>) =>
      dispatch.ok('orders.edit', {
        id: order.id,
        body: { version: order.version, changes: { place: { ...orderInput().place, ...place } } },
      });
    for (const number of [101, 201]) await dispatch.createOrder(at(`Av. Pardo ${String(number)}`, meters(number)));
    const order = await dispatch.createOrder(at('Av. Pardo 151'));
    const { lat, lng } = order.place;
    // The form sends the place that it shows.
    const same = await edit(order, { address: 'Av. Pardo 151', point: { lat, lng }, reference: 'Otra' });
    expect(exactnessOf(same)).toMatchObject({ degree: 'cuadra', source: 'interpolada' });
    const moved = await edit(same, { address: 'Av. Pardo 201', point: { lat, lng } });
    expect([exactnessOf(moved), isAt(moved, meters(201))]).toEqual([PIN, true]);
    const kept = await edit(moved, { address: 'Av. Pardo 999', point: meters(201) });
    expect([exactnessOf(kept), isAt(kept, meters(201))]).toEqual([PIN, true]);
    expect((await doors()).map(({ address }) => address)).not.toContain('Av. Pardo 999');
  });

  it('belong to a company, and to the offices of their province', async () => {
    await setProvince('N1', '1501');
    await setProvince('S1', '1501');
    await dispatch.createOrder(at('Av. Pardo 101', meters(101)));
    const asked = ['Av. Pardo 101', 'Av. Pardo 103'];
    expect(await degreesOf(asked)).toEqual(['puerta', 'calle']);
    // Another office of the company, in Lima, Callao and Cusco.
    for (const [province, degrees] of [
      ['1501', ['puerta', 'calle']],
      ['0701', ['puerta', 'calle']],
      ['0801', ['distrito', 'distrito']],
    ] as const) {
      await setProvince('N2', province);
      expect(await degreesOf(asked, 'neighbour')).toEqual(degrees);
    }
    expect(await degreesOf(asked, 'stranger')).toEqual(['distrito', 'distrito']);
    // An office teaches no doors of another province.
    await dispatch.createOrder(at('Av. Pardo 105', meters(105)), 'neighbour');
    await dispatch.createOrder(at('Av. El Sol 100', { lat: -13.52, lng: -71.97 }, '080101'));
    expect((await doors()).map(({ address }) => address)).toEqual(['Av. Pardo 101']);
  });
});

describe('learning from visits', () => {
  const visitOf = (order: Order, point: Point, more: Partial<VisitBody> = {}): VisitBody => ({
    id: randomUUID(),
    order: order.id,
    attempt: 1,
    version: 2,
    to: 'entregada',
    at: new Date(desk.clock()).toISOString(),
    clockOffsetMs: 0,
    place: { ...point, accuracy: 10 },
    receiver: null,
    photos: [],
    ...more,
  });
  const phones = new Map<string, TestPhone>();
  const phoneOf = async (courier: string) => {
    const phone = phones.get(courier) ?? (await desk.phoneOf(courier));
    phones.set(courier, phone);
    return phone;
  };
  /** An order of an address on its way, and the phone of its courier. */
  async function stop(address = 'Calle Schell 200', courier = desk.pedro) {
    const order = await dispatch.createOrder(at(address));
    await desk.assign([order], courier);
    return { order, phone: await phoneOf(courier) };
  }
  /** «La puerta es aquí». */
  const mark = async (
    { order, phone }: { order: Order; phone: TestPhone },
    point: Point,
    more: Partial<FieldDoor> = {},
  ): Promise<number> => {
    const place = { ...point, accuracy: 10 };
    const now = desk.clock().toISOString();
    const body = { id: randomUUID(), at: now, clockOffsetMs: 0, order: order.id, attempt: 1, place, ...more };
    return (await phone.call('field.door', body)).status;
  };
  /** Delivers an order of an address. @param options.door where its courier marks the door before. */
  async function visit(
    point: Point,
    {
      address,
      courier = desk.pedro,
      more = {},
      door,
    }: { address?: string; courier?: string; more?: Partial<VisitBody>; door?: Point } = {},
  ) {
    const { order, phone } = await stop(address, courier);
    if (door) expect(await mark({ order, phone }, door)).toBe(200);
    const body = visitOf(order, point, more);
    const { status, text } = await phone.call('field.visit', body);
    expect([status, text]).toEqual([200, expect.anything()]);
    return { body, phone, order };
  }
  const nextDay = () => desk.clock.move(DAY_MS);

  it('finds the door after three visits on two days, for other orders and their neighbours', async () => {
    await visit(meters(200));
    await visit(meters(210));
    expect(await doors()).toEqual([]);
    nextDay();
    await visit(meters(190));
    expect(await doors()).toMatchObject([
      { address: 'Calle Schell 200', degree: 'puerta', source: 'visitas', radius: 25, agreeing: 3, contradicting: 0 },
    ]);
    const order = await dispatch.createOrder(at('Ca. Schell N° 200'));
    expect([exactnessOf(order), isAt(order, meters(200))]).toEqual([
      { degree: 'puerta', source: 'visitas', radius: 25 },
      true,
    ]);
    // More visits correct it.
    await visit(meters(200));
    expect(await doors()).toMatchObject([{ agreeing: 4 }]);
  });

  it('finds the door after two visits of two couriers whose photos were taken there', async () => {
    for (const courier of [desk.pedro, desk.sara]) {
      expect(await doors()).toEqual([]);
      const { body, phone } = await visit(meters(200), { courier });
      expect(await doors()).toEqual([]);
      const bytes = await scene(courier === desk.pedro ? 1 : 2);
      await sendAll(phone, newPhoto(body.id, bytes, { place: { ...meters(230), accuracy: 10 } }), bytes);
    }
    expect(await doors()).toMatchObject([{ source: 'visitas', agreeing: 2 }]);
  });

  it('counts no photo with a fault of its own, and no signature', async () => {
    const repeated = await scene(10);
    const faulty: { bytes: Buffer; changes?: Partial<NewPhoto> }[] = [
      { bytes: repeated },
      // Without any detail.
      { bytes: await photo(1) },
      { bytes: await scene(1), changes: { takenAt: new Date(NOW.getTime() - DAY_MS).toISOString() } },
      { bytes: await scene(2), changes: { kind: 'firma' } },
    ];
    for (const [index, { bytes, changes }] of faulty.entries()) {
      const deliver = async (courier: string, picture: Buffer, more?: Partial<NewPhoto>) => {
        const { body, phone } = await visit(meters(200), { courier, address: `Calle Schell ${String(200 + index)}` });
        const announced = newPhoto(body.id, picture, { place: { ...meters(200), accuracy: 10 }, ...more });
        expect(await sendAll(phone, announced, picture)).toMatchObject({ state: 'stored' });
      };
      await deliver(desk.pedro, index === 0 ? repeated : await scene(10 + index));
      await deliver(desk.sara, bytes, changes);
    }
    expect(await doors()).toEqual([]);
  });

  it('takes the place that a courier marks for that of the visit, like a photo', async () => {
    // Closed without a place, with others, or in vain.
    const { order } = await visit(meters(900), { door: meters(200), more: { place: null } });
    nextDay();
    const failed = { to: 'no_entregada', reason: 'ausente', door: randomUUID() } as const;
    const second = await stop();
    expect(await mark(second, meters(220))).toBe(200);
    expect(await doors()).toEqual([]);
    const waits = await dispatch.createOrder(at('Calle Schell 200'));
    expect(exactnessOf(waits)).toEqual(DISTRICT);
    expect((await second.phone.call('field.visit', visitOf(second.order, meters(900), failed))).status).toBe(200);
    const [door] = await doors();
    expect(door).toMatchObject({ source: 'visitas', agreeing: 2 });
    expect(Math.abs((door?.lat ?? 0) - meters(210).lat)).toBeLessThan(1e-6);
    // An open order that was nowhere follows.
    const now = await dispatch.order(waits.id);
    expect([exactnessOf(now), isAt(now, meters(210))]).toEqual([{ ...PIN, source: 'visitas' }, true]);
    // The office sees who marked it.
    const { notes } = await dispatch.ok('orders.read', { id: order.id });
    expect(notes).toMatchObject([{ what: 'puerta_marcada', actor: { user: 'Pedro Rojas' } }]);
    // Not who was elsewhere.
    await visit(meters(900), { courier: desk.sara });
    expect(await dispatch.ok('orders.read', { id: waits.id })).toMatchObject({ placedBy: ['Pedro Rojas'] });
    expect(await dispatch.ok('orders.read', { id: order.id })).not.toHaveProperty('placedBy');
  });

  it('counts a mark for the visit of its own courier alone', async () => {
    for (let day = 0; day < 2; day++) {
      const one = await stop();
      await mark(one, meters(200));
      await desk.assign([await dispatch.order(one.order.id)], desk.sara);
      const sara = await phoneOf(desk.sara);
      expect((await sara.call('field.visit', visitOf(one.order, meters(200)))).status).toBe(200);
      nextDay();
    }
    expect(await doors()).toEqual([]);
  });

  it('counts a mark once, the last one before its stop was closed', async () => {
    const marks = () => desk.db.selectFrom('door_marks').select(['order_id', 'lat', 'attempt']).execute();
    const one = await stop();
    const { order, phone } = one;
    const is = (point: Point) => [{ order_id: Number(order.id), lat: point.lat, attempt: 1 }];
    const first = randomUUID();
    // Before there was an order.
    const wrong = new Date(desk.clock().getTime() - DAY_MS).toISOString();
    expect([await mark(one, meters(500), { at: wrong }), await marks()]).toEqual([200, []]);
    desk.clock.move(120_000);
    const early = new Date(desk.clock().getTime() - 60_000).toISOString();
    expect([await mark(one, meters(500), { id: first }), await marks()]).toEqual([200, is(meters(500))]);
    expect([await mark(one, meters(200)), await marks()]).toEqual([200, is(meters(200))]);
    // The first one again, and one that was delayed.
    expect([await mark(one, meters(500), { id: first }), await marks()]).toEqual([200, is(meters(200))]);
    expect([await mark(one, meters(500), { at: early }), await marks()]).toEqual([200, is(meters(200))]);
    expect([await mark(one, meters(500), { attempt: 2 }), await marks()]).toEqual([200, is(meters(200))]);
    expect(await dispatch.order(order.id)).toMatchObject({ version: 2, place: { exactness: DISTRICT } });
    expect((await phone.call('field.visit', visitOf(order, meters(900)))).status).toBe(200);
    desk.clock.move(60_000);
    expect([await mark(one, meters(500)), await marks()]).toEqual([200, is(meters(200))]);
    // Made before the closing, and sent after it.
    nextDay();
    const other = await stop();
    const made = desk.clock().toISOString();
    desk.clock.move(60_000);
    expect((await phone.call('field.visit', visitOf(other.order, meters(900)))).status).toBe(200);
    expect(await doors()).toEqual([]);
    expect(await mark(other, meters(200), { at: made })).toBe(200);
    expect(await doors()).toMatchObject([{ agreeing: 2 }]);
  });

  it('refuses marks that are inaccurate, of other couriers, or too many, and ignores those of stops taken away', async () => {
    const one = await stop();
    const sara = await phoneOf(desk.sara);
    const place = { ...meters(200), accuracy: 50.1 };
    expect(await mark(one, meters(200), { place })).toBe(400);
    expect(await mark({ ...one, phone: sara }, meters(200))).toBe(422);
    await desk.assign([await dispatch.order(one.order.id)], desk.sara);
    expect(await mark(one, meters(200))).toBe(200);
    expect(await desk.db.selectFrom('door_marks').select('order_id').execute()).toEqual([]);
    const day = { office_id: 'N1', courier_id: Number(desk.sara), day: '2026-11-20' };
    const acts = Array.from({ length: MAX_OTHER_ACTS }, () => ({ ...day, id: randomUUID() }));
    await desk.db.insertInto('courier_acts').values(acts).execute();
    expect(await mark({ ...one, phone: sara }, meters(200))).toBe(422);
  });

  it('never moves a pin by marks: three of two days make the address «Por ubicar»', async () => {
    const pinned = await dispatch.createOrder(at('Calle Schell 200', meters(0)));
    for (let day = 0; day < 3; day++) {
      expect(await doors()).toMatchObject([{ contradicting: 0 }]);
      nextDay();
      await visit(meters(0), { door: meters(300) });
    }
    expect(await doors()).toMatchObject([{ ...meters(0), source: 'persona', contradicting: 3 }]);
    expect(exactnessOf(await dispatch.order(pinned.id))).toEqual(PIN);
  });

  it('forgets a mark with its recipient, and stores none that arrives later', async () => {
    const rosa = { name: 'Rosa Díaz', phone: '+51 987 111 222' };
    const order = await dispatch.createOrder({ ...at('Calle Schell 200'), recipient: rosa });
    await desk.assign([order], desk.pedro);
    const one = { order, phone: await phoneOf(desk.pedro) };
    const made = desk.clock().toISOString();
    await mark(one, meters(200));
    desk.clock.move(60_000);
    expect((await one.phone.call('field.visit', visitOf(order, meters(200)))).status).toBe(200);
    const given: Record<string, string> = { ruc: NORTE_RUC, phone: '987111222', confirm: 'yes' };
    await erasePersonNamed(desk.services, (name) => given[name] ?? '');
    const marks = () => desk.db.selectFrom('door_marks').select('order_id').execute();
    expect(await marks()).toEqual([]);
    expect(await mark(one, meters(200), { at: made })).toBe(200);
    expect(await marks()).toEqual([]);
  });

  it('learns nothing from visits that may have been elsewhere', async () => {
    const elsewhere: Partial<VisitBody>[] = [
      { door: randomUUID() },
      { place: null },
      { place: { ...meters(200), accuracy: 51 } },
      { place: { ...meters(200), accuracy: null } },
      { place: { lat: -13.5, lng: -71.9, accuracy: 10 } },
      { to: 'no_entregada', reason: 'ausente' },
      // Of an order that is pending for the second time: the visit waits for review.
      { attempt: 2 },
    ];
    for (const more of elsewhere)
      for (let day = 0; day < 3; day++) {
        await visit(meters(200), { more });
        nextDay();
      }
    // Closed at the desk.
    for (let day = 0; day < 3; day++) {
      const order = await dispatch.createOrder(at('Calle Schell 200'));
      await desk.assign([order], desk.pedro);
      await dispatch.close([order.id], { to: 'entregada' });
    }
    // Closed at the desk before: the phone's visit waits for review, and only the last one of another address is applied.
    const phone = await phoneOf(desk.pedro);
    for (let day = 0; day < 3; day++) {
      const order = await dispatch.createOrder(at('Calle Schell 200'));
      await desk.assign([order], desk.pedro);
      await dispatch.close([order.id], { to: 'entregada' });
      expect((await phone.call('field.visit', visitOf(order, meters(200)))).body).toMatchObject({ result: 'review' });
      nextDay();
    }
    await visit(meters(900));
    expect(await doors()).toEqual([]);
  });

  it('never moves a pin: visits that contradict it make the address «Por ubicar»', async () => {
    const pinned = await dispatch.createOrder(at('Calle Schell 200', meters(0)));
    const toLocate = async () =>
      (await dispatch.ok('orders.list', { query: { marca: 'por_ubicar' } })).orders.map(({ id }) => id);
    const counted = async () => (await dispatch.ok('orders.counts', {})).flags?.por_ubicar;
    for (let day = 0; day < 3; day++) {
      expect([await toLocate(), await counted()]).toEqual([[], 0]);
      nextDay();
      await visit(meters(300));
    }
    expect(await doors()).toMatchObject([{ ...meters(0), source: 'persona', agreeing: 0, contradicting: 3 }]);
    const [door] = await doors();
    expect(Math.abs((door?.other_lat ?? 0) - meters(300).lat)).toBeLessThan(1e-6);
    expect([await toLocate(), await counted()]).toEqual([[pinned.id], 1]);
    expect(exactnessOf(await dispatch.order(pinned.id))).toEqual(PIN);
    // A contradicted door is no neighbour of others.
    expect(await degreesOf(['Calle Schell 202', 'Calle Schell 200'])).toEqual(['distrito', 'puerta']);
    // A person answers; earlier visits do not contradict the answer.
    await dispatch.createOrder(at('Calle Schell 200', meters(0)));
    expect([await toLocate(), await counted()]).toEqual([[], 0]);
    await visit(meters(300));
    expect(await doors()).toMatchObject([{ contradicting: 0 }]);
  });

  it('makes the orders of other offices of the province «Por ubicar» too, and places them at the answer', async () => {
    const places = [
      ['N1', '1501'],
      ['N2', '0701'],
      ['S1', '1501'],
    ] as const;
    for (const [office, province] of places) await setProvince(office, province);
    const pinned = await dispatch.createOrder(at('Calle Schell 200', meters(0)));
    const [theirs, strange] = [
      await dispatch.createOrder(at('Calle Schell 200'), 'neighbour'),
      await dispatch.createOrder(at('Calle Schell 200', meters(0)), 'stranger'),
    ];
    for (let day = 0; day < 3; day++) {
      nextDay();
      await visit(meters(300));
    }
    const locator = new OrderLocator(desk.services);
    const placeOf = async ({ id }: Order, as: Worker) => (await dispatch.order(id, as)).place;
    expect([await locator.step(), await locator.step()]).toEqual(['located', 'idle']);
    expect(await placeOf(theirs, 'neighbour')).toMatchObject({ ...meters(0), contested: true });
    expect((await placeOf(strange, 'stranger')).contested).toBeUndefined();
    await dispatch.ok('places.answer', { body: { order: pinned.id, point: meters(300) } });
    expect([await locator.step(), await locator.step()]).toEqual(['located', 'idle']);
    const answered = await placeOf(theirs, 'neighbour');
    expect([answered.contested, answered.exactness]).toEqual([undefined, PIN]);
    expect(answered).toMatchObject(meters(300));
    // A pin that a person has set meanwhile stays.
    await dispatch.ok('places.answer', { body: { order: pinned.id, point: null } });
    await dispatch.ok('orders.edit', {
      as: 'neighbour',
      id: theirs.id,
      body: { version: 3, changes: { place: { ...orderInput().place, address: 'Calle Nada 1', point: meters(9) } } },
    });
    expect([await locator.step(), await locator.step()]).toEqual(['unneeded', 'idle']);
  });

  it('learns nothing from deliveries that the office has corrected', async () => {
    for (let day = 0; day < 2; day++) {
      await visit(meters(200));
      nextDay();
    }
    const { order } = await visit(meters(900));
    const [wrong] = (await dispatch.ok('orders.list', { query: { orden: '-codigo' } })).orders;
    expect(wrong?.id).toBe(order.id);
    await dispatch.ok('assignments.correct', {
      as: 'chief',
      body: {
        why: 'x',
        orders: [{ id: order.id, version: wrong?.version ?? 0, to: 'no_entregada', reason: 'ausente' }],
      },
    });
    await desk.db.updateTable('field_visits').set(meters(200)).execute();
    nextDay();
    await visit(meters(900));
    expect(await doors()).toEqual([]);
  });

  it('teaches no door of another province', async () => {
    await setProvince('N1', '1501');
    for (let day = 0; day < 3; day++) {
      await visit(meters(0));
      nextDay();
    }
    const [door] = await doors();
    await setProvince('N1', '0801');
    for (let day = 0; day < 3; day++) {
      await visit(meters(500));
      nextDay();
    }
    expect(await doors()).toMatchObject([{ lat: door?.lat, agreeing: 3, contradicting: 0 }]);
  });

  it('does not move a pin that another office has set meanwhile', async () => {
    for (let day = 0; day < 3; day++) {
      await visit(meters(0));
      nextDay();
    }
    const pin = { source: 'persona' as const, ...meters(20) };
    const db = desk.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some(({ source }) => source === 'visitas'))
          await desk.db.updateTable('doors').set(pin).execute();
        return result;
      },
    });
    const address = { address: 'Calle Schell 200', ubigeo: '150122' };
    await learnDoor({ db, config: desk.services.config }, dispatcherOf('ana'), address, desk.clock());
    expect(await doors()).toMatchObject([pin]);
  });

  it('does not move the pin of a lot by visits of its number', async () => {
    await dispatch.createOrder(at('Urb. Los Pinos Mz. B Lt. 4', meters(0)));
    for (let day = 0; day < 3; day++) {
      await visit(meters(50), { address: 'Av. Pardo 101, Urb. Los Pinos Mz. B Lt. 4' });
      nextDay();
    }
    expect(await doors()).toMatchObject([
      { address: 'Av. Pardo 101', source: 'visitas', agreeing: 3 },
      { address: 'Urb. Los Pinos Mz. B Lt. 4', source: 'persona', ...meters(0) },
    ]);
  });

  it('is «Por ubicar» with both places if visits agree on two', async () => {
    for (let day = 0; day < 3; day++) {
      await visit(meters(0));
      nextDay();
    }
    for (let day = 0; day < 3; day++) {
      await visit(meters(500));
      nextDay();
    }
    expect(await doors()).toMatchObject([{ source: 'visitas', contradicting: 3 }]);
  });
});

describe('«Por ubicar»', () => {
  const waiting = (as: Worker = 'ana', claim: Order | null = null, mode?: ClaimMode) =>
    dispatch.ok('places.waiting', { as, body: { claim: claim?.id ?? null, ...(mode && { mode }) } });
  const listed = async (as: Worker = 'ana') =>
    (await waiting(as)).streets.flatMap(({ addresses }) => addresses.map(({ address, orders }) => [address, orders]));
  const answer = (order: Order, point: Point | null, as: Worker = 'ana') =>
    dispatch.call('places.answer', { as, body: { order: order.id, point } });
  const placeOf = async ({ id }: Order) => exactnessOf(await dispatch.order(id));

  it('lists addresses by street, the worst known first, with what is known of them', async () => {
    for (const number of [101, 201]) await dispatch.createOrder(at(`Av. Pardo ${String(number)}`, meters(number)));
    await dispatch.createOrder(at('Av. Pardo 151'));
    await dispatch.createOrder(at('Av. Pardo 601'));
    for (const address of ['Calle Vélez 7', 'CALLE VELEZ N° 7', 'Mz. B Lt. 4']) await dispatch.createOrder(at(address));
    const { streets, total } = await waiting();
    expect([total, await countToLocate(desk.db, dispatcherOf('ana'), desk.clock())]).toEqual([3, 3]);
    expect(streets.map(({ street, addresses }) => [street, addresses.map(({ address }) => address)])).toEqual([
      ['Calle Vélez', ['Calle Vélez 7']],
      ['', ['Mz. B Lt. 4']],
      ['Av. Pardo', ['Av. Pardo 601']],
    ]);
    expect(streets[0]?.addresses[0]).toMatchObject({ orders: 2, candidates: [], claim: null });
    expect(streets[2]?.addresses[0]?.candidates).toMatchObject([{ ...meters(201), exactness: { degree: 'calle' } }]);
    expect(await listed('stranger')).toEqual([]);
  });

  it('reads the list again only after the office has changed', async () => {
    const [order] = [await dispatch.createOrder(at('Calle Vélez 7')), await dispatch.createOrder(at('Calle Nada 7'))];
    const read = vi.spyOn(desk.db, 'selectFrom');
    const readsOrders = async () => {
      read.mockClear();
      const { total } = await waiting('ana', order);
      return [total, read.mock.calls.some(([table]) => (table as unknown) === 'doors')];
    };
    expect([await readsOrders(), await readsOrders()]).toEqual([
      [2, true],
      [2, false],
    ]);
    await answer(order, meters(7));
    expect(await readsOrders()).toEqual([1, true]);
    read.mockRestore();
  });

  it('moves all orders of the address to the answer, which is known from then on, and can be undone', async () => {
    const [one, two, other] = [
      await dispatch.createOrder(at('Calle Nada 7')),
      await dispatch.createOrder(at('Ca. Nada #7 dpto 2')),
      await dispatch.createOrder(at('Mz. B Lt. 4')),
    ];
    const answered = await answer(one, meters(7));
    expect([answered.status, answered.body]).toMatchObject([200, { orders: 2 }]);
    expect([await placeOf(one), await placeOf(two), await placeOf(other)]).toEqual([PIN, PIN, DISTRICT]);
    expect(await degreesOf(['Calle Nada 7'])).toEqual(['puerta']);
    expect(await listed()).toEqual([['Mz. B Lt. 4', 1]]);
    const [last] = (await dispatch.ok('orders.read', { id: two.id })).timeline;
    expect(last).toMatchObject({ what: 'ubicada', actor: { username: 'ana' }, after: { placeSource: 'persona' } });
    // Nobody else can take it back, and nobody can after half a minute.
    expect((await answer(one, null, 'luis')).status).toBe(409);
    expect((await answer(one, null)).body).toEqual({ orders: 2, undoUntil: null });
    expect([await placeOf(one), await placeOf(two)]).toEqual([DISTRICT, DISTRICT]);
    expect(await degreesOf(['Calle Nada 7'])).toEqual(['distrito']);
    await answer(one, meters(7));
    desk.clock.move(31_000);
    expect((await answer(one, null)).status).toBe(409);
    expect((await answer(one, { lat: 40, lng: -3 })).status).toBe(400);
    // An address that identifies no door is answered for its recipients.
    expect((await answer(other, meters(9))).body).toMatchObject({ orders: 1 });
    expect(
      await dispatch.createOrder({ ...at('MZ B LT 4'), recipient: { name: other.recipient.name, phone: null } }),
    ).toMatchObject({ place: meters(9) });
    expect((await answer(one, meters(7), 'neighbour')).status).toBe(404);
  });

  it('restores what was known of a recipient’s address without a door when the answer is undone', async () => {
    const same = at('Mz. B Lt. 4');
    const first = await dispatch.createOrder({
      ...same,
      place: { ...orderInput().place, ubigeo: '150122', address: 'Mz. B Lt. 4', point: meters(0) },
    });
    const [used] = await desk.db.selectFrom('places').selectAll().execute();
    await desk.db
      .updateTable('order_details')
      .set({ place_contested: true, place_at: new Date(NOW.getTime() + 1) })
      .execute();
    desk.clock.move(1000);
    await answer(first, meters(300));
    expect(isAt(await dispatch.createOrder(same), meters(300))).toBe(true);
    await answer(first, null);
    expect(await desk.db.selectFrom('places').selectAll().execute()).toEqual([used]);
    const next = await dispatch.createOrder(same);
    expect([exactnessOf(next), isAt(next, meters(0))]).toEqual([PIN, true]);
  });

  it('offers both places that visits disagree on, and restores the contradiction when the answer is undone', async () => {
    const order = await dispatch.createOrder(at('Calle Nada 7', meters(0)));
    await desk.db
      .updateTable('doors')
      .set({ contradicting: 3, other_lat: meters(300).lat, other_lng: meters(300).lng })
      .execute();
    const next = await dispatch.createOrder(at('Calle Nada 7'));
    expect([order.place.contested, next.place.contested]).toEqual([undefined, true]);
    const [street] = (await waiting()).streets;
    expect(street?.addresses[0]?.candidates).toMatchObject([
      { ...meters(0), exactness: PIN },
      { ...meters(300), exactness: { degree: 'puerta', source: 'visitas' } },
    ]);
    await answer(next, meters(300));
    expect(await doors()).toMatchObject([{ ...meters(300), contradicting: 0 }]);
    expect(await listed()).toEqual([]);
    expect(isAt(await dispatch.order(order.id), meters(300))).toBe(true);
    await answer(next, null);
    expect(await doors()).toMatchObject([{ ...meters(0), contradicting: 3, former: null }]);
    expect((await dispatch.order(next.id)).place).toMatchObject({ ...meters(0), contested: true });
  });

  it('places later orders at the answer, also of a recipient for whom the door was elsewhere before', async () => {
    const same = at('Calle Nada 7');
    const first = await dispatch.createOrder({
      ...same,
      place: { ...orderInput().place, ubigeo: '150122', address: 'Calle Nada 7', point: meters(0) },
    });
    await desk.assign([first], desk.pedro);
    await dispatch.close([first.id], { to: 'entregada' });
    await desk.db
      .updateTable('doors')
      .set({ contradicting: 3, other_lat: meters(300).lat, other_lng: meters(300).lng })
      .execute();
    const again = await dispatch.createOrder(same);
    expect(again.place.contested).toBe(true);
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'x', orders: [{ id: again.id, version: 1 }] },
    });
    await answer(await dispatch.createOrder(at('Calle Nada 7')), meters(300));
    expect(isAt(await dispatch.createOrder(same), meters(300))).toBe(true);
  });

  it('remembers the answer for its recipients where the door is of another province', async () => {
    await setProvince('N1', '0801');
    const same = at('Calle Nada 7');
    await answer(await dispatch.createOrder(same), meters(7));
    expect(await doors()).toEqual([]);
    expect(exactnessOf(await dispatch.createOrder(same))).toEqual(PIN);
  });

  it('shows no door of another province', async () => {
    await setProvince('N1', '1501');
    await setProvince('N2', '0801');
    await dispatch.createOrder(at('Calle Nada 7', meters(0)));
    await desk.db
      .updateTable('doors')
      .set({ contradicting: 3, other_lat: meters(300).lat, other_lng: meters(300).lng })
      .execute();
    await dispatch.createOrder(at('Calle Nada 7'), 'neighbour');
    const [street] = (await waiting('neighbour')).streets;
    expect(street?.addresses).toMatchObject([{ address: 'Calle Nada 7', candidates: [] }]);
  });

  it('refuses the answer of a person who has not seen that of a colleague', async () => {
    const order = await dispatch.createOrder(at('Calle Nada 7'));
    await answer(order, meters(7));
    const late = await answer(order, meters(90), 'luis');
    expect([late.status, late.body]).toMatchObject([409, { message: 'Esta dirección ya fue ubicada' }]);
    expect(await doors()).toMatchObject([meters(7)]);
  });

  it('is not taken back by a form that shows the pin of before', async () => {
    const order = await dispatch.createOrder(at('Calle Nada 7', meters(0)));
    await desk.db
      .updateTable('order_details')
      .set({ place_contested: true, place_at: new Date(NOW.getTime() + 1) })
      .execute();
    await answer(order, meters(300));
    const edit = (point: Point | null) =>
      dispatch.call('orders.edit', {
        as: 'luis',
        id: order.id,
        body: {
          version: order.version,
          changes: { note: 'x', ...(point && { place: { ...orderInput().place, address: 'Calle Nada 7', point } }) },
        },
      });
    expect((await edit(meters(0))).status).toBe(409);
    expect((await edit(null)).status).toBe(200);
    expect(isAt(await dispatch.order(order.id), meters(300))).toBe(true);
  });

  it('gives an address to one person for a minute', async () => {
    const [one, other] = [
      await dispatch.createOrder(at('Calle Nada 7')),
      await dispatch.createOrder(at('Mz. B Lt. 4')),
    ];
    const claims = async (as: Worker, claim: Order | null, mode?: ClaimMode) =>
      (await waiting(as, claim, mode)).streets.flatMap(({ addresses }) => addresses.map((each) => each.claim));
    expect(await claims('ana', one)).toEqual([{ user: 'Doña ana', isOwn: true }, null]);
    expect(await claims('luis', one)).toEqual([{ user: 'Doña ana', isOwn: false }, null]);
    expect(await claims('luis', other)).toEqual([
      { user: 'Doña ana', isOwn: false },
      { user: 'Doña luis', isOwn: true },
    ]);
    const refused = await answer(one, meters(7), 'luis');
    expect([refused.status, refused.body]).toMatchObject([409, { message: 'Doña ana está ubicando esta dirección' }]);
    desk.clock.move(60_000);
    expect((await answer(one, meters(7), 'luis')).status).toBe(200);
    expect(await claims('ana', null)).toEqual([null]);
    expect(await claims('luis', other)).toEqual([{ user: 'Doña luis', isOwn: true }]);
    const stored = () => desk.db.selectFrom('place_claims').select('person').execute();
    await forgetClaims(desk.db, new Date(desk.clock().getTime() + 59_000));
    expect(await stored()).toEqual([{ person: 'N1/luis' }]);
    await forgetClaims(desk.db, new Date(desk.clock().getTime() + 60_000));
    expect(await stored()).toEqual([]);
  });

  it('renews and releases a claim only while the person has made no other', async () => {
    const [one, other] = [
      await dispatch.createOrder(at('Calle Nada 7')),
      await dispatch.createOrder(at('Mz. B Lt. 4')),
    ];
    const own = { user: 'Doña ana', isOwn: true };
    const claims = async (claim: Order | null, mode?: ClaimMode, as: Worker = 'ana') =>
      (await waiting(as, claim, mode)).streets.flatMap(({ addresses }) => addresses.map((each) => each.claim));
    expect(await claims(one, 'renew')).toEqual([null, null]);
    await claims(one);
    // A list that is opened in another page.
    expect(await claims(null)).toEqual([own, null]);
    desk.clock.move(59_000);
    await claims(one, 'renew');
    desk.clock.move(59_000);
    expect(await claims(other)).toEqual([null, own]);
    for (const mode of ['renew', 'release'] as const) expect(await claims(one, mode)).toEqual([null, own]);
    // An answer that arrives after the next address was claimed.
    expect((await answer(one, meters(7))).status).toBe(200);
    expect(await claims(null)).toEqual([own]);
    expect(await claims(other, 'release', 'luis')).toEqual([{ ...own, isOwn: false }]);
    expect(await claims(other, 'release')).toEqual([null]);
  });
});

describe('the upkeep of doors', () => {
  const remember = (addresses: readonly string[], now: Date) =>
    rememberDoors(
      desk.db,
      dispatcherOf('ana'),
      addresses.map((address) => ({ address, ubigeo: '150122', ...START })),
      { degree: 'puerta', source: 'persona', radius: 25, now },
    );

  it('removes those that were not used for the retention, and the oldest above the maximum', async () => {
    await setProvince('N1', '1501');
    const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
    await remember(['Calle Berlin 1'], ago(731));
    for (const [index, address] of ['Calle Porta 2', 'Calle Tarata 3', 'Calle Colina 4'].entries())
      await remember([address], ago(729 - index));
    await trimDoors(desk.db, NOW, 730, { batch: 1 });
    expect((await doors()).map(({ address }) => address)).toEqual([
      'Calle Colina 4',
      'Calle Porta 2',
      'Calle Tarata 3',
    ]);
    await trimDoors(desk.db, NOW, 730, { most: 2, batch: 1 });
    expect((await doors()).map(({ address }) => address)).toEqual(['Calle Colina 4', 'Calle Tarata 3']);
    expect(MAX_DOORS).toBe(200_000);
    // A delivery is a use.
    const order = await dispatch.createOrder(at('Calle Colina 4'));
    await desk.assign([order], desk.pedro);
    await dispatch.close([order.id], { to: 'entregada' });
    expect((await doors()).map(({ used_at }) => used_at)).toEqual([NOW, ago(728)]);
    // Of both doors of an address.
    const both = 'Av. Pardo 101, Urb. Los Pinos Mz. B Lt. 4';
    await remember([both], ago(9));
    const lot = await dispatch.createOrder(at(both));
    await desk.assign([lot], desk.pedro);
    await dispatch.close([lot.id], { to: 'entregada' });
    expect((await doors()).map(({ used_at }) => used_at)).toEqual([NOW, NOW, ago(728), NOW]);
  });

  it('erases the doors of a person’s orders, also of their earlier addresses', async () => {
    const rosa = { recipient: { name: 'Rosa Díaz', phone: '+51 987 111 222' } };
    const order = await dispatch.createOrder({ ...at('Av. Pardo 101', meters(101)), ...rosa });
    await dispatch.createOrder(at('Av. Pardo 205', meters(205)));
    await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: 1, changes: { place: { ...orderInput().place, address: 'Calle Schell 7', point: meters(7) } } },
    });
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'x', orders: [{ id: order.id, version: 2 }] },
    });
    expect(await doors()).toHaveLength(3);
    // Typed without the flat, of the address of before and of another door.
    for (const address of ['Av. Pardo 101', 'Av. Pardo 205']) {
      const query = queryOf({ clientName: '', recipient: '', address, ubigeo: '150122' }) ?? '';
      const key = geocodeKeys('norte', `${query} typed`).key;
      await keepGeocode(desk.db, key, undefined, NOW, geocodedDoor(query, '150122'));
    }
    const given: Record<string, string> = { ruc: NORTE_RUC, phone: '987111222', confirm: 'yes' };
    await erasePersonNamed(desk.services, (name) => given[name] ?? '');
    expect((await doors()).map(({ address }) => address)).toEqual(['Av. Pardo 205']);
    const answers = await desk.db.selectFrom('geocodes').select('door').execute();
    const other = { clientName: '', recipient: '', address: 'Av. Pardo 205', ubigeo: '150122' };
    expect(answers).toEqual([{ door: geocodedDoor(queryOf(other) ?? '', '150122') }]);
    const row = await desk.db
      .selectFrom('order_details')
      .select(['door_key', 'place_degree', 'place_source', 'place_radius', 'approximate'])
      .where('id', '=', Number(order.id))
      .executeTakeFirst();
    expect(row).toEqual({
      door_key: null,
      place_degree: null,
      place_source: null,
      place_radius: null,
      approximate: true,
    });
  });

  it('keys the doors of an earlier release’s orders that are open or were created in the last 60 days', async () => {
    const addresses = ['Av. Pardo 101', 'Av. Pardo 102', 'Mz. B Lt. 4', 'Av. Pardo 104', 'Av. Pardo 105'];
    const orders: Order[] = [];
    for (const address of addresses) orders.push(await dispatch.createOrder(at(address)));
    const [, old, , oldOpen, newer] = orders.map(({ id }) => Number(id));
    await dispatch.ok('assignments.cancel', {
      as: 'chief',
      body: { why: 'x', orders: [{ id: String(old), version: 1 }] },
    });
    await sql`update order_details set door_key = null, place_at = null,
      created_at = ${NOW}::timestamptz - interval '1 day' * case when id in (${old}, ${oldOpen}) then 61 else 59 end`.execute(
      desk.db,
    );
    await desk.db
      .insertInto('meta')
      .values({ key: 'doors_to_key_below', value: String(newer) })
      .execute();
    const locator = new OrderLocator(desk.services);
    expect([await locator.step(), await locator.step(), await locator.step()]).toEqual(['keyed', 'idle', 'idle']);
    const rows = await desk.db.selectFrom('order_details').select('door_key').orderBy('id').execute();
    const [first, , , fourth] = addresses.map((address) => doorKeysOf({ address, ubigeo: '150122' })[0]);
    expect(rows.map(({ door_key }) => door_key)).toEqual([first, null, null, fourth, null]);
    expect(await desk.db.selectFrom('meta').select('key').where('key', 'like', 'doors%').execute()).toEqual([]);
  });

  it('forgets the degree of a place that an earlier release has changed', async () => {
    const [order, other] = [
      await dispatch.createOrder(at('Av. Pardo 101', meters(101))),
      await dispatch.createOrder(at('Av. Pardo 102')),
    ];
    const id = Number(order.id);
    await sql`update order_details set note = 'x', lat = lat, address = address where id = ${id}`.execute(desk.db);
    expect(exactnessOf(await dispatch.order(order.id))).toEqual(PIN);
    await sql`update order_details set lat = lat + 1e-4 where id = ${id}`.execute(desk.db);
    expect(exactnessOf(await dispatch.order(order.id))).toEqual({ degree: 'puerta', source: 'antes', radius: 25 });
    await sql`update order_details set address = 'Otra 1' where id = ${Number(other.id)}`.execute(desk.db);
    const keys = desk.db.selectFrom('order_details').select(['door_key', 'place_at']).execute();
    expect(await keys).toEqual([
      { door_key: null, place_at: null },
      { door_key: null, place_at: null },
    ]);
  });
});
