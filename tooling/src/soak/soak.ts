import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../../apps/bff/bench/quantile.ts';
import { startHouse } from '../load/house.ts';
import { workMixed, type Work } from './mixed-work.ts';
import { sizeOf } from './process-size.ts';
import { growthOf, type Sample, slopeOf } from './trend.ts';

const SAMPLE_EVERY_MS = 2000;

/** The beginning is not measured: code is compiled, pools and caches fill. */
const WARM_UP_SHARE = 0.4;

/**
 * Most a process may grow while it is measured. A sound one stays within a few percent either way, as its collector
 * pleases. One that keeps a kilobyte of each request (some forty a second) grows by 28 MB in the twelve minutes that are
 * measured of twenty, a quarter of what the gateway usually takes.
 */
const MOST_GROWTH = 0.1;
/** Connections come and go with the work, a few either way. */
const MORE_HANDLES = 12;

/** How a process did. */
export interface Held {
  name: string;
  megabytes: number;
  megabytesPerHour: number;
  /** Share of its memory it grew by while it was measured. */
  growth: number;
  handles: number;
  moreHandles: number;
}

/** What a soak found. `faults` is empty when memory and handles stayed flat and every answer was right. */
export interface SoakReport {
  held: Held[];
  work: Work;
  faults: string[];
}

interface Watched {
  name: string;
  memory: Sample[];
  handles: Sample[];
}

const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;

function heldBy({ name, memory, handles }: Watched): Held {
  const count = handles.map(({ value }) => value);
  const part = Math.ceil(count.length / 4);
  return {
    name,
    megabytes: median(memory.map(({ value }) => value)) / MEGABYTE,
    megabytesPerHour: (slopeOf(memory) * HOUR_MS) / MEGABYTE,
    growth: growthOf(memory),
    handles: median(count),
    moreHandles: median(count.slice(-part)) - median(count.slice(0, part)),
  };
}

function faultsOf({ name, growth, moreHandles }: Held): string[] {
  return [
    ...(growth > MOST_GROWTH ? [`${name} grew by ${(growth * 100).toFixed(1)} % while it was measured`] : []),
    ...(moreHandles > MORE_HANDLES ? [`${name} has ${moreHandles} handles more than when it was first measured`] : []),
  ];
}

/** Runs the whole product for so many minutes with people at work, and measures its service and its gateway. */
export async function runSoak(minutes: number): Promise<SoakReport> {
  const house = await startHouse('aof');
  const work: Work = { requests: 0, orderChanges: 0, signIns: 0, streams: 0, faults: [] };
  const watched = [...house.gateways, ...house.backends].map(({ name, pid }) => ({
    name,
    pid,
    memory: [],
    handles: [],
  }));
  const start = performance.now();
  const end = start + minutes * 60_000;
  const measureFrom = start + (end - start) * WARM_UP_SHARE;
  const measure = async (): Promise<void> => {
    while (performance.now() < end) {
      await sleep(SAMPLE_EVERY_MS);
      const at = performance.now();
      if (at < measureFrom) continue;
      for (const one of watched as (Watched & { pid: number })[]) {
        const { memory, handles } = await sizeOf(one.pid);
        one.memory.push({ at, value: memory });
        one.handles.push({ at, value: handles });
      }
    }
  };
  try {
    await Promise.all([workMixed(house.ports[0] ?? 0, () => performance.now() >= end, work), measure()]);
    const held = watched.map(heldBy);
    return { held, work, faults: [...work.faults, ...held.flatMap(faultsOf)] };
  } finally {
    await house.close();
  }
}
