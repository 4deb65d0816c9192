import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../load/measure.ts';
import { startProduct } from '../load/product.ts';
import { workMixed, type Work } from './mixed-work.ts';
import { sizeOf } from './process-size.ts';
import { growthOf, type Sample, slopeOf } from './trend.ts';

const SAMPLE_EVERY_MS = 2000;

/** The beginning is not measured, while code is compiled and pools and caches fill. */
const WARM_UP_SHARE = 0.4;

/**
 * Largest allowed growth of a process while it is measured. A healthy one stays within a few percent, depending on
 * garbage collection. One that leaks a kilobyte per request (about forty a second) grows by 28 MB in the twelve
 * measured minutes of a twenty-minute run: a quarter of the gateway's usual size.
 */
const MAX_GROWTH = 0.1;
/** Connections vary by a few with the load. */
const MAX_MORE_HANDLES = 12;

/** Metrics of one process. */
interface Held {
  name: string;
  megabytes: number;
  megabytesPerHour: number;
  /** Growth of its memory during measurement, as a share. */
  growth: number;
  handles: number;
  moreHandles: number;
}

/** Result of a soak run. `faults` is empty if memory and handles stayed flat and every response was right. */
interface SoakReport {
  held: Held[];
  work: Work;
  faults: string[];
}

interface Watched {
  name: string;
  pid: number;
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
    ...(growth > MAX_GROWTH ? [`${name} grew by ${(growth * 100).toFixed(1)} % while it was measured`] : []),
    ...(moreHandles > MAX_MORE_HANDLES
      ? [`${name} has ${moreHandles} handles more than when it was first measured`]
      : []),
  ];
}

/** Runs the whole product under load for the given minutes, and measures its service and its gateway. */
export async function runSoak(minutes: number): Promise<SoakReport> {
  const product = await startProduct('aof');
  const work: Work = { requests: 0, orderChanges: 0, signIns: 0, streams: 0, faults: [] };
  const processes = [...product.gateways, ...product.backends];
  const watched: Watched[] = processes.map(({ name, pid }) => ({ name, pid, memory: [], handles: [] }));
  const start = performance.now();
  const end = start + minutes * 60_000;
  const measureFrom = start + (end - start) * WARM_UP_SHARE;
  const measure = async (): Promise<void> => {
    while (performance.now() < end) {
      await sleep(SAMPLE_EVERY_MS);
      const at = performance.now();
      if (at < measureFrom) continue;
      for (const { pid, memory, handles } of watched) {
        const size = await sizeOf(pid);
        memory.push({ at, value: size.memory });
        handles.push({ at, value: size.handles });
      }
    }
  };
  try {
    await Promise.all([workMixed(product.ports[0] ?? 0, () => performance.now() >= end, work), measure()]);
    const held = watched.map(heldBy);
    return { held, work, faults: [...work.faults, ...held.flatMap(faultsOf)] };
  } finally {
    await product.close();
  }
}
