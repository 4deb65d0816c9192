import { type CpuInfo } from 'node:os';
import { markdownTable } from '../docs/markdown.ts';

/** Cost of a run; `cpu` and `wall` in seconds. */
export interface Cost {
  tests: number;
  cpu: number;
  wall: number;
}

/** @returns the busy time of all cores together since the machine started, in seconds. */
export const busySeconds = (cores: readonly CpuInfo[]): number =>
  cores.reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** @param costs at least one. @returns the median of each figure. */
export const medianOf = (costs: readonly Cost[]): Cost => ({
  tests: median(costs.map(({ tests }) => tests)),
  cpu: median(costs.map(({ cpu }) => cpu)),
  wall: median(costs.map(({ wall }) => wall)),
});

/** @returns a Markdown table of the costs by suite. */
export const costsTable = (rows: readonly (readonly [name: string, cost: Cost])[]): string =>
  markdownTable(
    ['suite', 'tests', 'CPU (s)', 'wall (s)'],
    rows.map(([name, { tests, cpu, wall }]) => [name, String(tests || '–'), cpu.toFixed(0), wall.toFixed(0)]),
  );
