import { ArrivalDetector } from '#fleet/arrivals/arrival-detector.ts';
import { AttentionBoard } from '#insight/attention/attention-board.ts';
import { CallBreaker } from '#platform/outgoing/call-breaker.ts';
import { CpuBudget } from '#platform/cpu-budget.ts';
import { type InsightServices } from '#insight/services.ts';
import { type DatabaseCheck } from '#platform/database/unfit.ts';
import { KeptAnswers } from '#platform/kept-answers.ts';
import { createDistances } from '#fleet/distances/measure-distances.ts';
import { Fitness } from '#platform/fitness/fitness.ts';
import { AcceptedKeys } from './operations/accepted-keys.ts';
import { PictureDecoder } from '#field/evidence/picture-decoder.ts';
import { RouteMemory } from '#field/route/route-memory.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';
import { OrdersRead } from '#platform/reading/orders-read.ts';
import { PositionBoard } from '#fleet/positions/position-board.ts';
import { PositionWriter } from '#fleet/positions/position-writer.ts';
import { PresenceBoard } from '#platform/presence/presence-board.ts';
import { Providers } from '#platform/providers.ts';

/** The dependencies of operations and routes. Created at start, or by a test. */
export interface Services extends InsightServices {
  keys: AcceptedKeys;
}

/**
 * Starts and ends of a courier's day per minute. Each is an event that every dispatcher of the office receives; a phone
 * sends what it kept without a signal within seconds.
 */
const ACTS_PER_MINUTE = 20;

/** Calls of the geocoder per person and minute: a third of the default pace, and more than anyone types. */
export const CALLS_PER_PERSON = 20;

/** Lists of «Por ubicar»: some megabytes. */
const MOST_WAITING = { answers: 50, rows: 50 };

/** Cached answers about past minutes: a few screens. */
const MOST_PAST = { answers: 50, rows: 20_000 };

/**
 * Calculations of the past per person and minute. A screen counts as eight, and a page of a list as one: this suffices to
 * step through a morning, and costs the database of a large office at most some seconds of each minute.
 */
const PAST_READS_PER_MINUTE = 120;

/** Photos of a link of guests per minute: all those of a client's day. An opening counts as many. */
const GUEST_READS_PER_MINUTE = 1500;

/** CPU time of a person's imports: two hundred of the largest valid files, or an eighth of a core. */
const IMPORT_CPU_PER_HOUR_MS = 5 * 60_000;
const IMPORT_CPU_EXCEEDED =
  'Sus archivos de la última hora tomaron demasiado tiempo de lectura; espere unos minutos y vuelva a intentarlo';

/** Time of a person's reports: several hundred months of a large office. */
const REPORTS_PER_HOUR_MS = 5 * 60_000;
const REPORTS_EXCEEDED = 'Pidió muchos informes grandes en la última hora; espere unos minutos y vuelva a intentarlo';

type InMemory =
  | 'ordersRead'
  | 'pictures'
  | 'fitness'
  | 'keys'
  | 'presence'
  | 'providers'
  | 'figures'
  | 'pastFigures'
  | 'pastReads'
  | 'positionWriter'
  | 'positionBoard'
  | 'attention'
  | 'acts'
  | 'importCpu'
  | 'reportTime'
  | 'routes'
  | 'allowance'
  | 'callBreaker'
  | 'distances'
  | 'waiting'
  | 'guestReads';

interface Given extends Omit<Services, InMemory> {
  /** Whether the database can be used. */
  check: DatabaseCheck;
}

/** Stores what is only in memory, and stops background work. Call before the database is closed. */
export async function closeServices(services: Services): Promise<void> {
  await services.ordersRead.close(services.clock());
  await services.positionWriter.close();
  await services.feed.close();
  services.pictures.close();
  services.presence.close();
  services.positionBoard.close();
  services.attention.close();
}

/** @returns the services with what this process keeps in memory. */
export function createServices({ check, ...given }: Given): Services {
  const isWritable = (): boolean => fitness.refusal === undefined;
  const keys = new AcceptedKeys(given.db, given.config.operationsKeys, isWritable);
  const fitness = new Fitness(() => check(keys.fingerprints));
  const callBreaker = new CallBreaker();
  return {
    ...given,
    keys,
    fitness,
    pictures: new PictureDecoder(given.logger),
    presence: new PresenceBoard(),
    providers: new Providers(given.config.identityProviders),
    figures: new KeptAnswers(),
    pastFigures: new KeptAnswers(undefined, MOST_PAST),
    pastReads: new MinuteCounts(PAST_READS_PER_MINUTE),
    positionWriter: new PositionWriter(
      given.db,
      given.clock,
      new ArrivalDetector(given.db, given.clock, given.logger),
      { maxKm: given.config.placeMaxKm, dayTurnsAt: given.config.dayTurnsAt },
    ),
    positionBoard: new PositionBoard(given.db, given.clock, given.logger),
    attention: new AttentionBoard(given, given.config.dayTurnsAt, isWritable),
    acts: new MinuteCounts(ACTS_PER_MINUTE),
    reportTime: new CpuBudget(REPORTS_PER_HOUR_MS, REPORTS_EXCEEDED),
    importCpu: new CpuBudget(IMPORT_CPU_PER_HOUR_MS, IMPORT_CPU_EXCEEDED),
    routes: new RouteMemory(),
    ordersRead: new OrdersRead(given.db, given.logger, given.config.readOrdersPerDay, isWritable),
    allowance: new MinuteCounts(CALLS_PER_PERSON),
    callBreaker,
    distances: createDistances({ ...given, callBreaker }),
    waiting: new KeptAnswers(undefined, MOST_WAITING),
    guestReads: new MinuteCounts(GUEST_READS_PER_MINUTE),
  };
}
