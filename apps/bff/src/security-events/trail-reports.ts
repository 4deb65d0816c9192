import { TRAIL_REPORTS, type TrailReport } from '@despacho/contracts/assertion';
import { randomUUID } from 'node:crypto';

/** A report as it is added; key and count are made here. */
export type NewReport = Omit<TrailReport, 'key' | 'count' | 'at'>;

/** Reports that wait for the dispatch service. Nothing ever waits for it. */
export interface TrailReports {
  /** Adds a report, or counts it as lost. */
  add(report: NewReport): void;
  /** @returns the oldest reports, at most a request's; they stay until `sent`. */
  next(): TrailReport[];
  /** Removes the reports that `next` has returned. @param lost whether they were refused. */
  sent(lost?: boolean): void;
  /** How many wait. */
  readonly waiting: number;
  /** How many were lost since the start: the buffer was full, or the service refused them. */
  readonly lost: number;
}

/** Reports of people that a gateway keeps: 100,000 of a morning fit into 50 MB, these into 5 MB. */
const MAX_WAITING = 10_000;
/** Different refused sign-ins that it keeps. They have a place of their own, so that nobody can displace other reports. */
const MAX_ATTEMPTS = 1000;

const HOUR_MS = 3_600_000;

/** Text as the contract accepts it: without control characters and lone surrogates, cut. */
const storable = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, TRAIL_REPORTS.longest)
    .toWellFormed();

function clean<T>(value: T): T {
  if (typeof value === 'string') return storable(value) as T;
  if (Array.isArray(value)) return value.slice(0, 500).map(clean) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, clean(part as unknown)]),
  ) as T;
}

export function createTrailReports(
  now: () => number,
  { mostWaiting = MAX_WAITING, mostAttempts = MAX_ATTEMPTS } = {},
): TrailReports {
  let waiting: TrailReport[] = [];
  /** By what makes two refused sign-ins equal: hour, kind, address and account. */
  let attempts = new Map<string, TrailReport>();
  let taken: TrailReport[] = [];
  let lost = 0;

  const reportOf = (report: NewReport): TrailReport => ({
    ...clean(report),
    key: randomUUID(),
    at: new Date(now()).toISOString(),
    count: 1,
  });

  function addAttempt(report: NewReport, { sucursal, username }: NonNullable<NewReport['attempt']>): void {
    const hour = Math.floor(now() / HOUR_MS);
    const key = JSON.stringify([hour, report.kind, report.address, sucursal.toLowerCase(), username.toLowerCase()]);
    const before = attempts.get(key);
    if (before) before.count += 1;
    else if (attempts.size < mostAttempts) attempts.set(key, reportOf(report));
    else lost += 1;
  }

  return {
    add(report) {
      if (report.attempt) addAttempt(report, report.attempt);
      else if (waiting.length + taken.length < mostWaiting) waiting.push(reportOf(report));
      else lost += 1;
    },
    next() {
      if (taken.length > 0) return taken;
      const held = [...attempts.values()];
      // Half of each request at most is refused sign-ins.
      const some = held.slice(0, Math.max(TRAIL_REPORTS.most / 2, TRAIL_REPORTS.most - waiting.length));
      const others = waiting.slice(0, TRAIL_REPORTS.most - some.length);
      waiting = waiting.slice(others.length);
      attempts = new Map([...attempts].slice(some.length));
      taken = [...others, ...some];
      return taken;
    },
    sent(areLost = false) {
      if (areLost) for (const { count } of taken) lost += count;
      taken = [];
    },
    get waiting() {
      return waiting.length + attempts.size + taken.length;
    },
    get lost() {
      return lost;
    },
  };
}
