import { type DaySpan, type Report, type ReportPeriod, reportSpans } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher, personKey } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { type InsightServices } from '../services.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';
import { readTallies, type Tally } from './read-tallies.ts';
import { dayFigures, reasonsOf, type ReportParts, shownFigures, sumOf } from './report-figures.ts';

/** For failures recorded without a reason. */
const NO_REASON = 'Sin motivo';

/** Reports of all offices together. */
const machine = new KeyedSlots({
  atOnce: 2,
  waitMs: 6000,
  busy: 'Se están preparando muchos informes; espere unos segundos y vuelva a intentarlo',
});

/** @returns the first day with orders of an office; null without any. */
async function firstDay(db: Database, dispatcher: Dispatcher): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(date) as day from order_tallies where ${inOffice(dispatcher)}`.execute(db);
  return rows[0]?.day ?? null;
}

/** The days and the parts to count, for a person who may see them. */
export interface SpanRequest extends Pick<Parameters<typeof readTallies>[3], 'group' | 'filter'> {
  period: ReportPeriod;
  day: string;
  parts: ReportParts;
  signal: AbortSignal;
}

/** A period and the one before it, counted. */
export interface CountedSpans {
  span: Omit<Report, 'rows' | 'others'>;
  now: Tally[];
  /** Null if there are no data of these days. */
  before: Tally[] | null;
  nameOfReason: (reason: string) => string;
}

/**
 * Counts a period and the one before it, as many days.
 * @throws Refusal busy for a person whose reports took too long within the last hour, or while others are prepared.
 */
export async function readSpans(
  services: InsightServices,
  dispatcher: Dispatcher,
  asked: SpanRequest,
): Promise<CountedSpans> {
  const { db, clock, reportTime } = services;
  const at = clock();
  const person = personKey(dispatcher);
  reportTime.requireLeft(person, at);
  return machine.run('', asked.signal, async () => {
    const began = performance.now();
    try {
      return await countSpans(db, dispatcher, asked, at);
    } finally {
      reportTime.spend(person, performance.now() - began, at);
    }
  });
}

async function countSpans(db: Database, dispatcher: Dispatcher, asked: SpanRequest, at: Date): Promise<CountedSpans> {
  const { parts, signal } = asked;
  const spans = reportSpans(asked.period, asked.day, officeDay(at, dispatcher));
  const since = await firstDay(db, dispatcher);
  const names = new Map((await listReasonsOf(db, dispatcher)).map(({ code, name }) => [code, name]));
  const nameOfReason = (code: string): string => (code === '' ? NO_REASON : (names.get(code) ?? code));
  const read = (span: DaySpan) => readTallies(db, dispatcher, span, { ...asked, now: at }, signal);
  const now = await read(spans.now);
  // A comparison with days of which some are unknown would mislead.
  const before = since === null || spans.before.from < since ? null : await read(spans.before);
  const isKnown = since !== null && spans.now.to >= since;
  return {
    span: {
      ...spans.now,
      at: at.toISOString(),
      since,
      figures: isKnown ? shownFigures(sumOf(now), parts) : null,
      reasons: reasonsOf(now, parts, nameOfReason),
      before: { ...spans.before, figures: before && shownFigures(sumOf(before), parts) },
      days: dayFigures(spans.now, since, now, parts),
    },
    now,
    before,
    nameOfReason,
  };
}
