import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { exactAs } from '@despacho/contracts/dispatch';
import { computing, inTurns, report, reportRatio } from '@despacho/tooling/load/measure';
import { FAMILY, GIVEN } from '#edge/demo/people.ts';
import { LIMA } from '#edge/demo/places.ts';
import { insertPlaced } from '#orders/order/insert-orders.ts';
import { rememberDoors } from '#orders/places/known-doors.ts';
import { demoVisits, NO_COORDINATES } from '../scripts/demo-visits.ts';
import { withDatabases } from './support/databases.ts';
import {
  type AddressLine,
  askDoors,
  figuresOf,
  openVisited,
  orderOf,
  recordVisits,
  type VisitedCompany,
} from './support/visited-doors.ts';

/**
 * How exactly is an office's next order placed after two weeks of visits, and what does an import cost against all doors
 * that a company may know? Prints degrees and meters for 200 new orders of the demonstration's office in Lima as if none
 * brought coordinates, and how many would be «Por ubicar»; that of those that bring none is bounded. Then bounds the
 * CPU of an import against 200,000 doors, relative to the same without doors. `--orders=15000` are those of 60 days.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '15000' } } });

const FRESH = 200;
/** Of `FRESH`. */
const MOST_TO_LOCATE = 12;
const IMPORTED = 5000;
const [DOORS, AT_ONCE] = [200_000, 20_000];
const NOW = new Date('2026-11-20T15:00:00Z');
const ROUNDS = 2;

/** @returns door n of Lima, or a number after it; every second number of one side of a street is a door. */
function doorLine(n: number, next = 0): AddressLine {
  const district = LIMA[n % LIMA.length]!; // oxlint-disable-line typescript/no-non-null-assertion
  const street = Math.floor(n / LIMA.length) % (GIVEN.length * 2);
  const name = `${GIVEN[street % GIVEN.length] ?? ''} ${FAMILY[street % 7] ?? ''}`;
  const number = 4 * Math.floor(n / LIMA.length / (GIVEN.length * 2)) + 101;
  const point = { lat: district.lat + number * 1e-6, lng: district.lng + street * 1e-5 };
  const type = street < GIVEN.length ? 'Av.' : 'Jr.';
  return { address: `${type} ${name} ${number + next}`, ubigeo: district.ubigeo, point, when: NOW.toISOString() };
}

const ROLLBACK = new Error('rolled back');

/** Imports orders without coordinates, and takes them back. */
async function importOnce({ db, rules, officeOf }: VisitedCompany, lines: readonly AddressLine[]): Promise<void> {
  const orders = lines.map(orderOf);
  const importing = db.transaction().execute(async (trx) => {
    await insertPlaced(trx, rules, officeOf('1501'), { id: randomUUID(), now: NOW }, orders);
    throw ROLLBACK;
  });
  await importing.catch((error: unknown) => {
    if (error !== ROLLBACK) throw error;
  });
}

await withDatabases(false, async (placeOf) => {
  const { known, fresh } = demoVisits(Number(values.orders), FRESH, ['LIMA']);
  const visited = await openVisited(await placeOf('visited'), known);
  await recordVisits(visited, known);
  const answers = await askDoors(visited, fresh);
  const { lines: figures, wrongDoors } = figuresOf(answers);
  for (const line of figures) report(`${FRESH} orders after ${known.length} visits, by address alone`, line);
  report('places called a door, but elsewhere', String(wrongDoors), wrongDoors === 0);
  const toLocate = answers.filter((each) => each.isToLocate && each.line.kind === NO_COORDINATES).length;
  report(
    '«Por ubicar» of those without coordinates',
    `${toLocate} (goal ${MOST_TO_LOCATE})`,
    toLocate <= MOST_TO_LOCATE,
  );

  await visited.close();

  // Half of them are known doors, the others are between known ones.
  const lines = Array.from({ length: IMPORTED }, (_, index) => doorLine(index * (DOORS / IMPORTED), (index % 2) * 2));
  const without = await openVisited(await placeOf('without'), lines);
  const full = await openVisited(await placeOf('full'), lines);
  for (let from = 0; from < DOORS; from += AT_ONCE) {
    const doors = Array.from({ length: AT_ONCE }, (_, index) => doorLine(from + index));
    const places = doors.map(({ address, ubigeo, point }) => ({ address, ubigeo, ...point }));
    await rememberDoors(full.db, full.officeOf('1501'), places, { ...exactAs('puerta', 'visitas'), now: NOW });
  }
  const { count } = await full.db
    .selectFrom('doors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (const line of figuresOf(await askDoors(full, lines)).lines)
    report(`${IMPORTED} addresses against ${count} doors`, line);
  const times = await inTurns(
    ROUNDS,
    () => computing(() => importOnce(without, lines)),
    () => computing(() => importOnce(full, lines)),
  );
  reportRatio(`import of ${IMPORTED} without doors, against ${count}`, times, 2);
  await Promise.all([without.close(), full.close()]);
});
process.exit();
