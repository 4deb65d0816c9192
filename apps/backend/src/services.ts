import { type Logger } from 'pino';
import { type Clock } from './clock.ts';
import { type Config } from './config.ts';
import { type OpenDatabase } from './database/open-database.ts';
import { type EventFeed } from './events/event-feed.ts';
import { type EvidenceStore } from './evidence/evidence-store.ts';
import { RouteMemory } from './field/route-memory.ts';
import { MinuteCounts } from './minute-counts.ts';
import { PositionBoard } from './positions/position-board.ts';
import { PositionWriter } from './positions/position-writer.ts';
import { PresenceBoard } from './presence/presence-board.ts';

/** The dependencies of operations and routes. Created at start, or by a test. */
export interface Services extends Pick<OpenDatabase, 'db' | 'shares' | 'ping'> {
  clock: Clock;
  logger: Logger;
  feed: EventFeed;
  presence: PresenceBoard;
  positionWriter: PositionWriter;
  positionBoard: PositionBoard;
  evidence: EvidenceStore;
  routes: RouteMemory;
  /** Starts and ends of days that a courier's phone may send. */
  acts: MinuteCounts;
  /** Calls of the geocoder for what people type. */
  allowance: MinuteCounts;
  config: Pick<
    Config,
    'operationsKey' | 'storageAccess' | 'tokenHours' | 'exportOrdersPerDay' | 'placeMaxKm' | 'geocoder' | 'ingest'
  >;
}

/**
 * Starts and ends of a courier's day per minute. Each is an event that every dispatcher of the office receives; a phone
 * sends what it kept without a signal within seconds.
 */
const ACTS_PER_MINUTE = 20;

/** Calls of the geocoder per person and minute: a third of the default pace, and more than anyone types. */
export const CALLS_PER_PERSON = 20;

type InMemory = 'presence' | 'positionWriter' | 'positionBoard' | 'acts' | 'routes' | 'allowance';

/** @returns the services with what this process keeps in memory. */
export const createServices = (given: Omit<Services, InMemory>): Services => ({
  ...given,
  presence: new PresenceBoard(),
  positionWriter: new PositionWriter(given.db, given.clock),
  positionBoard: new PositionBoard(given.db, given.clock, given.logger),
  acts: new MinuteCounts(ACTS_PER_MINUTE),
  routes: new RouteMemory(),
  allowance: new MinuteCounts(CALLS_PER_PERSON),
});
