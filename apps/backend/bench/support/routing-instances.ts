import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A customer, or the depot without demand and service. */
export interface Customer {
  x: number;
  y: number;
  demand: number;
  ready: number;
  due: number;
  service: number;
}

export interface Instance {
  name: string;
  /** The depot first. */
  customers: Customer[];
  capacity: number;
  /** Number of vehicles: one for TSPLIB, as many as customers otherwise. */
  vehicles: number;
  /** Distance between two customers: Euclidean, rounded for TSPLIB. */
  distance: (from: Customer, to: Customer) => number;
}

const numbersOf = (line: string): number[] => line.trim().split(/\s+/).map(Number);
const euclidean = (from: Customer, to: Customer): number => Math.hypot(from.x - to.x, from.y - to.y);

/** @returns an instance in Solomon's format, which Gehring and Homberger share. */
export function readSolomon(text: string): Instance {
  const lines = text.split('\n');
  const capacity = Number(/CAPACITY\s+\d+\s+(\d+)/.exec(text)?.[1]);
  const customers = lines
    .map(numbersOf)
    .filter((row) => row.length === 7 && row.every(Number.isFinite))
    .map(([, x = 0, y = 0, demand = 0, ready = 0, due = 0, service = 0]) => ({ x, y, demand, ready, due, service }));
  const name = lines[0]?.trim() ?? '';
  if (customers.length < 2 || Number.isNaN(capacity)) throw new Error(`${name} is not in Solomon's format`);
  return { name, customers, capacity, vehicles: customers.length - 1, distance: euclidean };
}

/** @returns a TSPLIB instance. Its first city is the depot. Throws unless its distances are EUC_2D. */
export function readTsplib(text: string): Instance {
  const name = /^NAME\s*:\s*(\S+)/m.exec(text)?.[1] ?? '';
  if (!/^EDGE_WEIGHT_TYPE\s*:\s*EUC_2D\s*$/m.test(text)) throw new Error(`${name} is not EUC_2D`);
  const [, section = ''] = text.split(/^NODE_COORD_SECTION\s*$/m);
  const customers = section
    .split('\n')
    .map(numbersOf)
    .filter((row) => row.length === 3 && row.every(Number.isFinite))
    .map(([, x = 0, y = 0]) => ({ x, y, demand: 0, ready: 0, due: Infinity, service: 0 }));
  return { name, customers, capacity: Infinity, vehicles: 1, distance: (a, b) => Math.round(euclidean(a, b)) };
}

/** @returns the instances in a folder: `.tsp` is TSPLIB, `.txt` Solomon. */
export function readInstances(folder: string): Instance[] {
  return readdirSync(folder)
    .filter((file) => /[.](txt|tsp)$/i.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r', '');
      return /[.]tsp$/i.test(file) ? readTsplib(text) : readSolomon(text);
    });
}
