import { expect, it } from 'vitest';
import { checkedDistance } from '../bench/support/routing-check.ts';
import { readSolomon, readTsplib } from '../bench/support/routing-instances.ts';

/** Gehring and Homberger: like Solomon, with their own first lines. Customers are 10 apart on a line, the depot is first. */
const LINE = `c1_2_1

VEHICLE
NUMBER     CAPACITY
  3          20

CUSTOMER
CUST NO.  XCOORD.    YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE TIME

    0       0          0          0          0        100          0
    1      10          0         10          0         50         10
    2      20          0         10         40         50         10
    3      30          0         10          0         65         10
`;

it('reads customers, capacity and windows of Solomon, and of Gehring and Homberger', () => {
  const { name, customers, capacity } = readSolomon(LINE);
  expect({ name, capacity, count: customers.length }).toEqual({ name: 'c1_2_1', capacity: 20, count: 4 });
  expect(customers[2]).toEqual({ x: 20, y: 0, demand: 10, ready: 40, due: 50, service: 10 });
  expect(() => readSolomon('c1_2_1')).toThrow('not in Solomon');
});

it('reads TSPLIB with rounded distances, and rejects other kinds', () => {
  const text = 'NAME : two\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1.0e1 1\nEOF\n';
  const { name, vehicles, customers, distance } = readTsplib(text);
  expect({ name, vehicles }).toEqual({ name: 'two', vehicles: 1 });
  expect(customers.map(({ x, y }) => [x, y])).toEqual([[0, 0], [10, 1]]); // prettier-ignore
  expect(customers.slice(1).map((to) => customers.slice(0, 1).map((from) => distance(from, to)))).toEqual([[10]]);
  expect(() => readTsplib(text.replace('EUC_2D', 'GEO'))).toThrow('EUC_2D');
});

it('adds the distance of a valid solution', () => {
  expect(checkedDistance(readSolomon(LINE), [[1, 2], [3]])).toBe(100);
});

it.each([
  ['a customer twice', [[1, 2], [3], [1]], 'customer 1 is visited twice'],
  [
    'the depot as a customer',
    [
      [1, 2],
      [0, 3],
    ],
    'customer 0 is visited twice',
  ],
  [
    'a customer that does not exist',
    [
      [1, 2],
      [3, 4],
    ],
    'no customer 4',
  ],
  ['too much in a vehicle', [[1, 2, 3]], 'carries 30 of 20'],
  ['a late visit', [[2, 1], [3]], 'customer 1 is served late'],
  ['a late return', [[2, 3]], 'returns late'],
  ['a missing customer', [[1, 2]], '1 not served'],
  ['too many vehicles', [[1, 2], [3], [], []], '4 vehicles'],
])('rejects %s', (_, routes, error) => {
  const late = LINE.replace('100          0', '95          0');
  expect(() => checkedDistance(readSolomon(error.includes('returns') ? late : LINE), routes)).toThrow(error);
});
