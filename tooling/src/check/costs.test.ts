import { cpus } from 'node:os';
import { expect, it } from 'vitest';
import { busySeconds, costsTable, medianOf } from './costs.ts';

it('counts the busy time of all cores, not their idle time', () => {
  const times = { user: 1000, nice: 200, sys: 300, idle: 90_000, irq: 500 };
  expect(
    busySeconds([
      { model: '', speed: 0, times },
      { model: '', speed: 0, times },
    ]),
  ).toBe(4);
  const before = busySeconds(cpus());
  const end = performance.now() + 100;
  while (performance.now() < end);
  expect(busySeconds(cpus()) - before).toBeGreaterThan(0.05);
});

it('takes the median of each figure', () => {
  const costs = [
    { tests: 3, cpu: 9, wall: 1 },
    { tests: 3, cpu: 5, wall: 8 },
    { tests: 3, cpu: 7, wall: 4 },
  ];
  expect(medianOf(costs)).toEqual({ tests: 3, cpu: 7, wall: 4 });
  expect(
    costsTable([
      ['web', medianOf(costs)],
      ['checks', { tests: 0, cpu: 96.4, wall: 60 }],
    ]).split('\n'),
  ).toEqual([
    '| suite | tests | CPU (s) | wall (s) |',
    '| --- | --- | --- | --- |',
    '| web | 3 | 7 | 4 |',
    '| checks | – | 96 | 60 |',
  ]);
});
