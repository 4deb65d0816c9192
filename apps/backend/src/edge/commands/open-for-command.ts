import { createStore, pairStore } from '#field/evidence/open-store.ts';
import { systemClock } from '#platform/clock.ts';
import { type DatabaseConfig, readConfig } from '#platform/config.ts';
import { DatabaseUnavailable } from '#platform/database/database-error.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { createLogger } from '#platform/logger.ts';
import { StartupError } from '#platform/startup-error.ts';
import { migrateKind, settleKind } from '../demo/settle-kind.ts';
import { closeServices, createServices } from '../services.ts';
import { type Command, type Option } from './command.ts';

/**
 * Opens the database for a command, which exits if the embedded one stops.
 * @param prepare brings the schema up to date; by default as a start does.
 * @throws StartupError for anything the operator can fix.
 */
export function openForCommand(
  config: DatabaseConfig,
  prepare: Parameters<typeof openDatabase>[0]['prepare'] = migrateKind(config.demo),
): Promise<OpenDatabase> {
  return openDatabase({ ...config, prepare }, (error) => {
    process.stderr.write(`The embedded database stopped: ${error.message}\n`);
    process.exit(1);
  }).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw new StartupError(`The database server cannot be reached now (${error.message}).`);
  });
}

/** Runs a command in this process. @returns its text. @throws StartupError for anything the operator can fix, or a Refusal. */
export async function runHere(
  config: DatabaseConfig,
  { run, runWith, runAlone }: Command,
  option: Option,
  password: string,
): Promise<string> {
  if (runAlone) return runAlone(config, option);
  // Before anything is opened: it may be incomplete.
  const complete = runWith && readConfig();
  const opened = await openForCommand(config);
  try {
    const { db } = opened;
    await settleKind(db, config.demo, systemClock, config.demoOrders);
    // The command prints its result; warnings go to standard error.
    const logger = createLogger('warn', process.stderr);
    if (!complete) return (await run?.(db, option, password, logger)) ?? '';
    const evidence = createStore(config);
    await pairStore(db, evidence);
    const feed = new EventFeed(db, logger);
    const services = createServices({ ...opened, clock: systemClock, logger, feed, config: complete, evidence });
    try {
      return await runWith(services, option);
    } finally {
      await closeServices(services);
    }
  } finally {
    await opened.close();
  }
}
