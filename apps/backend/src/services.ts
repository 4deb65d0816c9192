import { type Logger } from 'pino';
import { type Clock } from './clock.ts';
import { type Config } from './config.ts';
import { type OpenDatabase } from './database/open-database.ts';
import { type EventFeed } from './events/event-feed.ts';
import { type EvidenceStore } from './evidence/evidence-store.ts';
import { type RouteMemory } from './field/route-memory.ts';
import { type CallAllowance } from './geocoder/call-allowance.ts';
import { type MinuteCounts } from './minute-counts.ts';
import { type PositionBoard } from './positions/position-board.ts';
import { type PositionWriter } from './positions/position-writer.ts';
import { type PresenceBoard } from './presence/presence-board.ts';

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
  allowance: CallAllowance;
  config: Pick<Config, 'operationsKey' | 'storageAccess' | 'tokenHours' | 'exportOrdersPerDay' | 'geocoder' | 'ingest'>;
}
