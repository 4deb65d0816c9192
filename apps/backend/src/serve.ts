import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { serveCommands } from './commands/admin-socket.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { DemoClock } from './demo/day/demo-clock.ts';
import { keepTidy } from './database/vacuum.ts';
import { settleKind } from './demo/settle-kind.ts';
import { EventFeed } from './events/event-feed.ts';
import { EventNotifications } from './events/event-notifications.ts';
import { drainable } from './http/drain.ts';
import { createLogger } from './logger.ts';
import { PresenceBoard } from './presence/presence-board.ts';
import { StartupError } from './startup-error.ts';

/** Longer than anyone in front keeps an idle connection, so that it is never we who close one just being used. */
const KEEP_ALIVE_MS = 120_000;
/** What requests in flight get to finish in. Orchestrators kill after 10 s. */
const STOP_MS = 8000;

/** Runs the service until SIGTERM or SIGINT. */
export async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const { db, close } = await openDatabase(
    config,
    (error) => {
      logger.fatal({ err: error }, 'the embedded database stopped');
      process.exit(1);
    },
    (error) => {
      logger.warn({ err: error }, 'a database connection broke');
    },
  );
  const feed = new EventFeed(db, logger, {
    // The embedded database has this one process.
    notifications: config.databaseUrl === undefined ? undefined : new EventNotifications(config.databaseUrl, logger),
  });
  const presence = new PresenceBoard();
  const stop = new AbortController();
  const services = { db, clock: systemClock, logger, feed, presence, config };
  const server = createServer(createApp(services, stop.signal));
  const demoClock = new DemoClock(services);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const drain = drainable(server);

  try {
    await settleKind(db, config.demo, systemClock, config.demoOrders);
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await close();
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new StartupError(`The address ${config.host}:${config.port} cannot be used (${code}). Choose another PORT.`);
  }

  // Nobody else can open the folder of the embedded database; a server takes the commands itself.
  const stopCommands = config.databaseUrl === undefined ? await serveCommands(config.dataDir, db, logger) : undefined;
  if (config.demo && config.demoClock) demoClock.start();
  // A server has a housekeeper of its own.
  const stopTidying = config.databaseUrl === undefined ? keepTidy(db, logger) : undefined;

  const shutDown = async (signal: string): Promise<void> => {
    logger.info({ signal }, 'stopping');
    stop.abort();
    const demoStopped = demoClock.stop();
    await drain(STOP_MS);
    await demoStopped;
    await stopCommands?.();
    await stopTidying?.();
    await feed.close();
    presence.close();
    await close();
    logger.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      shutDown(signal).catch((error: unknown) => {
        logger.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      });
    });
  }

  const { address, port } = server.address() as AddressInfo;
  logger.info(
    { address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`, demo: config.demo },
    'listening',
  );
}
