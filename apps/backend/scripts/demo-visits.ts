import { DEGREE_METERS } from '@despacho/contracts/dispatch';
import { demoCouriers, DISPATCHING } from '#edge/demo/demo-couriers.ts';
import { demoOrders } from '#edge/demo/demo-orders.ts';
import { createRandom } from '#edge/demo/random.ts';
import { respell, trueDoor } from '#edge/demo/world/door-points.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type AddressLine } from '../bench/support/visited-doors.ts';

const SEED = 70_921;
const NOW = new Date('2026-11-20T23:00:00Z');
const TWO_WEEKS_MS = 14 * 86_400_000;
/** How far a phone's place is from the door, at most, in latitude and in longitude. */
const GPS_METERS = 8;
const OFFICE = { timeZone: 'America/Lima', dayTurnsAt: '05:00' };
/** Visits of a door, and days of them, from which it is learned. */
const [ENOUGH_VISITS, ENOUGH_DAYS] = [3, 2];

/** Kind of new orders that are placed by their address alone. */
export const NO_COORDINATES = 'without coordinates';

interface DemoVisits {
  /** The deliveries of two weeks, with the place of the phone. */
  known: AddressLine[];
  /**
   * A third each of: addresses of visited doors in other spellings, of kind «known door» if they had enough visits;
   * other numbers or lots of visited streets; visited addresses, but in another district, which seldom has them. Their
   * points are the true doors; doors that the map does not have are anywhere in their district.
   */
  asked: AddressLine[];
  /** As many new orders, whose doors may be new too; of kind `NO_COORDINATES` if they bring none. */
  fresh: AddressLine[];
}

/**
 * What the couriers of the demonstration see at doors, and what may then be asked. The same for the same numbers.
 * @param orders of 60 days. @param count of asked addresses. @param offices all by default.
 */
export function demoVisits(orders: number, count: number, offices: readonly string[] = []): DemoVisits {
  const random = createRandom(SEED);
  const couriers = demoCouriers(random, 'demo', NOW);
  const off = (): number => ((random.next() * 2 - 1) * GPS_METERS) / DEGREE_METERS;
  const made: DemoVisits = { known: [], asked: [], fresh: [] };
  const chosen = DISPATCHING.filter(({ officeId }) => offices.length === 0 || offices.includes(officeId));
  const all = chosen.reduce((sum, { share }) => sum + share, 0);
  for (const { officeId, districts, share } of chosen) {
    const part = share / all;
    const office = {
      ...{ timeZone: OFFICE.timeZone, districts, clients: [{ id: '1', name: 'Cliente' }] },
      couriers: couriers.filter(({ office_id }) => office_id === officeId),
    };
    const visited = [...demoOrders(random, office, Math.round(orders * part), NOW)].flatMap(
      ({ order: { address, ubigeo }, door, story }) => {
        const at = story.find(({ what }) => what === 'entregada')?.at;
        return at && NOW.getTime() - at.getTime() < TWO_WEEKS_MS ? [{ address, ubigeo, door, at }] : [];
      },
    );
    for (const { address, ubigeo, door, at } of visited)
      made.known.push({
        ...{ address, ubigeo },
        point: { lat: door.lat + off(), lng: door.lng + off() },
        when: at.toISOString(),
      });
    const visits = Map.groupBy(visited, ({ door }) => JSON.stringify(door));
    const kindOf = (door: object): string => {
      const own = visits.get(JSON.stringify(door)) ?? [];
      const days = new Set(own.map(({ at }) => officeDay(at, OFFICE)));
      return own.length >= ENOUGH_VISITS && days.size >= ENOUGH_DAYS ? 'known door' : 'door of few visits';
    };

    const ask = (address: string, { ubigeo, name, lat, lng }: (typeof districts)[number], kind: string): void => {
      const plain = address.replace(/ - [^,]*| N°/g, '');
      const point = trueDoor({ address: plain, district: name, lat, lng, approximate: true });
      made.asked.push({ address: respell(random, plain, name), ubigeo, point, when: NOW.toISOString(), kind });
    };
    for (let nth = 0; nth < (count * part) / 3; nth += 1) {
      const { address, ubigeo, door } = random.pick(visited);
      const [own, ...others] = districts.toSorted(
        (one, other) => Number(other.ubigeo === ubigeo) - Number(one.ubigeo === ubigeo),
      );
      if (!own) continue;
      ask(address, own, kindOf(door));
      ask(
        address.replace(/\d+(?=$|,| - )/, (number) => String(Number(number) + 2 * random.between(1, 3))),
        ...([own, 'other number'] as const),
      );
      ask(address, random.pick(others), 'other district');
    }
    for (const { order, door } of demoOrders(random, office, Math.round(count * part), NOW)) {
      const { address, ubigeo, approximate } = order;
      const kind = approximate ? NO_COORDINATES : 'with coordinates';
      made.fresh.push({ address, ubigeo, point: door, when: NOW.toISOString(), kind });
    }
  }
  return made;
}
