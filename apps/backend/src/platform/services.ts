import { type Logger } from 'pino';
import { type Clock } from './clock.ts';
import { type Config } from './config.ts';
import { type OpenDatabase } from './database/open-database.ts';
import { type EventFeed } from './events/event-feed.ts';
import { type Fitness } from './fitness/fitness.ts';
import { type MinuteCounts } from './minute-counts.ts';
import { type Providers } from './providers.ts';
import { type PresenceBoard } from './presence/presence-board.ts';
import { type OrdersRead } from './reading/orders-read.ts';

/** What code of every group may require. Each further group adds its services; edge/services.ts creates them all. */
export interface PlatformServices extends Pick<OpenDatabase, 'db' | 'shares'> {
  clock: Clock;
  fitness: Fitness;
  logger: Logger;
  feed: EventFeed;
  presence: PresenceBoard;
  providers: Providers;
  /** Calculations of the past by each person. */
  pastReads: MinuteCounts;
  /** Counts the orders that each person has read today. */
  ordersRead: OrdersRead;
  config: Pick<
    Config,
    | 'operationsKeys'
    | 'secretsKeys'
    | 'identityProviders'
    | 'storageAccess'
    | 'tokenHours'
    | 'exportOrdersPerDay'
    | 'readOrdersPerDay'
    | 'officeDay'
    | 'doorRetentionDays'
    | 'placeMaxKm'
    | 'dayTurnsAt'
    | 'positionRetentionDays'
    | 'moneyRetentionDays'
    | 'retention'
    | 'geocoder'
    | 'routing'
    | 'ingest'
  >;
}
