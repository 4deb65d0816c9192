import { TRAIL_REPORTS, type TrailReport } from '@despacho/contracts/assertion';
import { REPEATED_KINDS } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';

/** A report as it is added; key and count are made here. */
export type NewReport = Omit<TrailReport, 'key' | 'count' | 'at' | 'last'>;

/** Reports that wait for the dispatch service. Nothing ever waits for it. */
export interface TrailReports {
  /** Adds a report, or counts it as lost. */
  add(report: NewReport): void;
  /** @returns the oldest reports, at most a request's; they stay until `sent`. */
  next(): TrailReport[];
  /** Removes the reports that `next` has returned. @param lost whether they were refused. */
  sent(lost?: boolean): void;
  readonly waiting: number;
  /** How many were lost since the start: the buffer was full, or the service refused them. */
  readonly lost: number;
}

/** Maximum number of people's reports that a gateway holds: 100,000 take 50 MB, these 5 MB. */
const MAX_WAITING = 10_000;
/**
 * Different refused sign-ins that it keeps. They are limited separately, so that they cannot displace other reports.
 */
const MAX_ATTEMPTS = 1000;
/** Different repeated acts that it keeps: of all people, and of one. Further ones of a person are counted by their kind. */
const MAX_REPEATED = 2000;
const MAX_REPEATED_OF_PERSON = 100;

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

/** Adds a report to an equal one. */
function count(into: TrailReport, { address, requestId }: NewReport, at: string): void {
  into.count += 1;
  into.last = clean({ at, address, requestId });
}

export function createTrailReports(
  now: () => number,
  { mostWaiting = MAX_WAITING, mostAttempts = MAX_ATTEMPTS, mostRepeated = MAX_REPEATED } = {},
): TrailReports {
  let waiting: TrailReport[] = [];
  /** Keyed by what makes two refused sign-ins equal: hour, kind, address and account. */
  const attempts = new Map<string, TrailReport>();
  /** Keyed by what makes two repeated acts equal: hour, kind, person, office, subject and details. */
  const repeated = new Map<string, TrailReport>();
  /** The number of those of each person. */
  const repeatedOf = new Map<string, number>();
  let taken: TrailReport[] = [];
  let lost = 0;

  const reportOf = (report: NewReport): TrailReport => ({
    ...clean(report),
    key: randomUUID(),
    at: new Date(now()).toISOString(),
    count: 1,
  });

  const keyOf = (kind: string, ...same: unknown[]) => JSON.stringify([Math.floor(now() / HOUR_MS), kind, ...same]);

  /** Counts a report in an equal one, or keeps it, or counts it as lost. */
  function keep(reports: Map<string, TrailReport>, key: string, report: NewReport, most: number): void {
    const before = reports.get(key);
    if (before) count(before, report, new Date(now()).toISOString());
    else if (reports.size < most) reports.set(key, reportOf(report));
    else lost += 1;
  }

  function addAttempt(report: NewReport, { sucursal, username }: NonNullable<NewReport['attempt']>): void {
    const key = keyOf(report.kind, report.address, sucursal.toLowerCase(), username.toLowerCase());
    keep(attempts, key, report, mostAttempts);
  }

  function addRepeated(report: NewReport): void {
    const { person, officeId, subject, details, ...bare } = report;
    const owner = JSON.stringify([person?.company, person?.officeId, person?.id, person?.username]);
    const key = keyOf(report.kind, owner, officeId, subject, details);
    const held = repeatedOf.get(owner) ?? 0;
    if (!repeated.has(key) && held >= MAX_REPEATED_OF_PERSON) {
      keep(repeated, keyOf(report.kind, owner), { ...bare, ...(person && { person }) }, mostRepeated);
      return;
    }
    if (!repeated.has(key)) repeatedOf.set(owner, held + 1);
    keep(repeated, key, report, mostRepeated);
  }

  return {
    add(report) {
      if (report.attempt) addAttempt(report, report.attempt);
      else if (REPEATED_KINDS.includes(report.kind)) addRepeated(report);
      else if (waiting.length + taken.length < mostWaiting) waiting.push(reportOf(report));
      else lost += 1;
    },
    next() {
      if (taken.length > 0) return taken;
      const held = [...attempts, ...repeated];
      // Half of each request at most is counted reports.
      const counted = held.slice(0, Math.max(TRAIL_REPORTS.most / 2, TRAIL_REPORTS.most - waiting.length));
      const others = waiting.slice(0, TRAIL_REPORTS.most - counted.length);
      waiting = waiting.slice(others.length);
      for (const [key] of counted) for (const reports of [attempts, repeated]) reports.delete(key);
      if (repeated.size === 0) repeatedOf.clear();
      taken = [...others, ...counted.map(([, report]) => report)];
      return taken;
    },
    sent(areLost = false) {
      if (areLost) for (const { count: times } of taken) lost += times;
      taken = [];
    },
    get waiting() {
      return waiting.length + attempts.size + repeated.size + taken.length;
    },
    get lost() {
      return lost;
    },
  };
}
