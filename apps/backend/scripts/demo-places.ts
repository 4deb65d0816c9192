import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { DEGREE_METERS, type Point } from '@despacho/contracts/dispatch';
import { demoCouriers, DISPATCHING } from '#edge/demo/demo-couriers.ts';
import { demoOrders } from '#edge/demo/demo-orders.ts';
import { createRandom } from '#edge/demo/random.ts';
import { respell, trueDoor } from '#edge/demo/world/door-points.ts';

/*
 * Writes what the couriers of the demonstration see at doors, and what may then be asked, as JSON lines of address,
 * ubigeo, point and when:
 *
 *   node apps/backend/scripts/demo-places.ts FOLDER [--orders=8000] [--asked=600]
 *
 * known.jsonl has the deliveries of two weeks, with the place of the phone. asked.jsonl has a third each of: addresses
 * of visited doors in other spellings; other numbers or lots of visited streets; visited addresses, but in another
 * district, which seldom has them. Their points are the true doors; doors that the map does not have are anywhere in
 * their district.
 */

const SEED = 70_921;
const NOW = new Date('2026-11-20T23:00:00Z');
const TWO_WEEKS_MS = 14 * 86_400_000;
/** How far a phone's place is from the door, at most, in latitude and in longitude. */
const GPS_METERS = 8;

const { values, positionals } = parseArgs({
  options: { orders: { type: 'string', default: '8000' }, asked: { type: 'string', default: '600' } },
  allowPositionals: true,
});
const [folder = '.'] = positionals;
const random = createRandom(SEED);
const couriers = demoCouriers(random, 'demo', NOW);
const off = (): number => ((random.next() * 2 - 1) * GPS_METERS) / DEGREE_METERS;

interface Line {
  address: string;
  ubigeo: string;
  point: Point;
  when: string;
}

const known: Line[] = [];
const asked: Line[] = [];
for (const { officeId, districts, share } of DISPATCHING) {
  const office = {
    timeZone: 'America/Lima',
    districts,
    clients: [{ id: '1', name: 'Cliente' }],
    couriers: couriers.filter(({ office_id }) => office_id === officeId),
  };
  const visited = [...demoOrders(random, office, Math.round(Number(values.orders) * share), NOW)].flatMap(
    ({ order: { address, ubigeo }, door, story }) => {
      const at = story.find(({ what }) => what === 'entregada')?.at;
      return at && NOW.getTime() - at.getTime() < TWO_WEEKS_MS
        ? [{ address, ubigeo, door, when: at.toISOString() }]
        : [];
    },
  );
  for (const { address, ubigeo, door, when } of visited)
    known.push({ address, ubigeo, point: { lat: door.lat + off(), lng: door.lng + off() }, when });

  const ask = (address: string, { ubigeo, name, lat, lng }: (typeof districts)[number]): void => {
    const plain = address.replace(/ - [^,]*| N°/g, '');
    const point = trueDoor({ address: plain, district: name, lat, lng, approximate: true });
    asked.push({ address: respell(random, plain, name), ubigeo, point, when: NOW.toISOString() });
  };
  for (let count = 0; count < (Number(values.asked) * share) / 3; count += 1) {
    const { address, ubigeo } = random.pick(visited);
    const [own, ...others] = districts.toSorted(
      (one, other) => Number(other.ubigeo === ubigeo) - Number(one.ubigeo === ubigeo),
    );
    if (!own) continue;
    ask(address, own);
    ask(
      address.replace(/\d+(?=$|,| - )/, (number) => String(Number(number) + 2 * random.between(1, 3))),
      own,
    );
    ask(address, random.pick(others));
  }
}
mkdirSync(folder, { recursive: true });
for (const [name, lines] of Object.entries({ known, asked })) {
  writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  process.stdout.write(`${name}.jsonl: ${lines.length}\n`);
}
