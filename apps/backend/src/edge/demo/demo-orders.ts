import {
  addDays,
  type District,
  districtExactness,
  exactAs,
  type OrderFields,
  placeFields,
  type Point,
} from '@despacho/contracts/dispatch';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { type NewOrder } from '#orders/order/insert-orders.ts';
import { type DemoCourier } from './demo-couriers.ts';
import { type Happening, orderStory } from './order-story.ts';
import { nextName } from './people.ts';
import { type Random } from './random.ts';
import { pickDoor, respell } from './world/door-points.ts';

/** Days of history, plus one for tomorrow. */
const DAYS = 60;
/** Share of the orders that come without coordinates, from a file. */
const WITHOUT_PLACE = 0.2;
/** How exactly an order's coordinates are known, and how far from the door they are at most, in degrees. */
const PIN = { exactness: exactAs('puerta', 'persona'), noise: 0.000_05 };
const FROM_FILE = { exactness: exactAs('cuadra', 'archivo'), noise: 0.000_3 };

const NOTES = [
  'Llamar antes de llegar',
  'Dejar en recepción',
  'Frágil',
  'Cobrar exacto, no hay vuelto',
  'Solo por la tarde',
  'Tocar el timbre del 302',
] as const;
const WINDOWS = [
  ['09:00', '13:00'],
  ['14:00', '18:00'],
  ['10:00', '12:00'],
  ['16:00', '20:00'],
] as const;

/** The office data needed to generate its orders. */
interface DemoOffice {
  timeZone: string;
  districts: readonly District[];
  clients: readonly { id: string; name: string; phone?: string | null | undefined }[];
  couriers: readonly DemoCourier[];
}

export interface DemoOrder {
  createdAt: Date;
  order: NewOrder;
  /** Where its visits happen. */
  door: Point;
  /** The happenings so far, oldest first. */
  story: Happening[];
}

/** @returns the fields of a new order: sender, recipient, place, measures; and where its door is. */
export function orderDetails(
  random: Random,
  { districts, clients }: Pick<DemoOffice, 'districts' | 'clients'>,
  serial: number,
  date: string,
): Pick<DemoOrder, 'order' | 'door'> {
  const district = random.pick(districts);
  const { ubigeo, name, lat, lng } = district;
  const { address, point: door } = pickDoor(random, ubigeo);
  const client = random.pick(clients);
  const window = random.happens(0.4) ? random.pick(WINDOWS) : undefined;
  const approximate = random.happens(WITHOUT_PLACE);
  const { exactness, noise } = random.pick([PIN, PIN, FROM_FILE]);
  const near = (degrees: number): number => Math.round((degrees + (random.next() * 2 - 1) * noise) * 1e6) / 1e6;
  const flat = random.happens(0.15) ? `, Dpto. ${random.between(1, 9)}0${random.between(1, 6)}` : '';
  const order: NewOrder = {
    clientId: client.id,
    clientName: client.name,
    clientPhone: client.phone ?? null,
    recipient: nextName(random, new Set()).full,
    phone: random.happens(0.96) ? `+51 9${random.between(10_000_000, 99_999_999)}` : null,
    address: `${approximate ? respell(random, address, name) : address}${flat}`,
    reference: random.happens(0.3) ? 'Frente al parque' : null,
    ubigeo,
    lat: approximate ? lat : near(door.lat),
    lng: approximate ? lng : near(door.lng),
    ...placeFields(approximate ? districtExactness(district) : exactness),
    date,
    windowFrom: window?.[0] ?? null,
    windowTo: window?.[1] ?? null,
    packages: random.happens(0.8) ? 1 : random.between(2, 6),
    weightGrams: random.between(2, 80) * 100,
    clientReference: random.happens(0.5) ? `P-${serial}` : null,
    guide: random.happens(0.4) ? `T001-${String(serial).padStart(8, '0')}` : null,
    note: random.happens(0.12) ? random.pick(NOTES) : null,
    priority: random.happens(0.06) ? 'alta' : 'normal',
    collectDue: random.happens(0.35) ? random.between(40, 900) * 50 : null,
  };
  return { order, door };
}

function courierFor(random: Random, couriers: readonly DemoCourier[], { ubigeo }: Pick<OrderFields, 'ubigeo'>): string {
  const near = couriers.filter(({ zones }) => zones.includes(ubigeo));
  return String(random.pick(near.length > 0 ? near : couriers).id);
}

/**
 * Generates an office's orders, oldest day first: a pure function of the random numbers and of `now`.
 * @param count how many, spread over 60 days and tomorrow.
 */
export function* demoOrders(random: Random, office: DemoOffice, count: number, now: Date): Generator<DemoOrder> {
  const today = localOf(now, office.timeZone).date;
  for (let serial = 1; serial <= count; serial++) {
    const offset = Math.floor(((serial - 1) * (DAYS + 1)) / count) - (DAYS - 1);
    const date = addDays(today, offset);
    const { order, door } = orderDetails(random, office, serial, date);
    const courierId = courierFor(random, office.couriers, order);
    const leftOver = random.happens(offset < 0 ? 0.004 : 0.3);
    const { collectDue: due, windowFrom, windowTo } = order;
    const window = windowFrom === null || windowTo === null ? null : ([windowFrom, windowTo] as const);
    const story = orderStory(random, { date, timeZone: office.timeZone, courierId, due, window, leftOver });
    // Created the evening before, so that every story starts before its first visit.
    const createdAt = new Date(Date.parse(`${addDays(date, -1)}T20:00:00Z`) + random.between(0, 7200) * 1000);
    const happened = story.filter(({ at }) => at <= now);
    yield { createdAt: createdAt < now ? createdAt : now, order, door, story: happened };
  }
}
