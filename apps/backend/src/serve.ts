import { createDrain } from '@despacho/server/drain';
import { listen } from '@despacho/server/listen';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Logger } from 'pino';
import { createApp } from './app.ts';
import { systemClock } from '#platform/clock.ts';
import { serveCommands } from '#edge/commands/admin-socket.ts';
import { keepWarningAboutStorage } from '#people/companies/warn-about-storage.ts';
import { type Config, type IngestConfig, readConfig } from '#platform/config.ts';
import { checkFolder } from '#platform/database/check-folder.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { keepTidy } from '#platform/database/vacuum.ts';
import { waitForDatabase } from '#platform/database/wait-for-database.ts';
import { migrateKind, settleKind } from '#edge/demo/settle-kind.ts';
import { createStore, pairStore } from '#field/evidence/open-store.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { EventNotifications } from '#platform/events/event-notifications.ts';
import { type DatabaseCheck } from '#platform/database/unfit.ts';
import { keepChecked } from '#platform/fitness/keep-checked.ts';
import { keepLearning } from '#fleet/distances/learn-travel.ts';
import { ingestServer } from '#fleet/ingest/ingest-listener.ts';
import { createLogger } from '#platform/logger.ts';
import { keepTrimmed } from '#orders/places/keep-trimmed.ts';
import { OrderLocator } from '#orders/order/order-locator.ts';
import { keepPartitions } from '#fleet/positions/keep-partitions.ts';
import { keepRetention } from '#upkeep/privacy/keep-retention.ts';
import { closeServices, createServices, type Services } from '#edge/services.ts';
import { StartupError } from '#platform/startup-error.ts';
import { keepUploadsSwept } from '#field/uploads/sweep-uploads.ts';

/** Longer than any proxy in front keeps an idle connection, so that we never close one that is about to be used. */
const KEEP_ALIVE_MS = 120_000;

/** @throws StartupError for an unusable address, or the original error. */
function refuseAddress(host: string, port: number, name: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
  throw new StartupError(`The address ${host}:${port} cannot be used (${code}). Choose another ${name}.`);
}

/** Server of the listener for Traccar Client. @returns a function that stops it. */
async function listenForPositions(
  services: Services,
  { host, finishSeconds }: Config,
  ingest: IngestConfig,
): Promise<() => Promise<number>> {
  const server = ingestServer(services, ingest.trustProxy);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const drain = createDrain();
  server.prependListener('request', drain.track);
  const port = await listen(server, ingest.port, host).catch((error: unknown) =>
    refuseAddress(host, ingest.port, 'INGEST_PORT', error),
  );
  services.logger.info({ port }, 'listening for positions');
  return () => drain.begin(server, finishSeconds * 1000);
}

type OpenServices = OpenDatabase & Pick<Services, 'evidence'>;

/** Opens the database and the store of photos. Checks that they belong together and that changes can be stored. */
async function open(config: Config, logger: Logger): Promise<OpenServices> {
  const opened = await openDatabase(
    { ...config, prepare: migrateKind(config.demo) },
    (error) => {
      logger.fatal({ err: error }, 'the embedded database stopped');
      process.exit(1);
    },
    (error) => logger.warn({ err: error }, 'a database connection broke'),
  );
  // The folder holds the embedded database, or the photos, or both.
  const usesFolder = config.databaseUrl === undefined || config.bucket === undefined;
  const check: DatabaseCheck = async (fingerprints) => {
    await opened.check(fingerprints);
    if (usesFolder) await checkFolder(config.dataDir);
  };
  try {
    if (usesFolder) await mkdir(config.dataDir, { recursive: true });
    await check([]);
    await settleKind(opened.db, config.demo, systemClock, config.demoOrders);
    const evidence = createStore(config);
    await pairStore(opened.db, evidence);
    return { ...opened, check, evidence };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Starts everything that needs the database. @returns the app, and a function that stops the rest in order. */
async function begin(config: Config, logger: Logger, { close, ...database }: OpenServices, stop: AbortSignal) {
  // The embedded database is used by this process only.
  const isEmbedded = config.databaseUrl === undefined;
  const feed = new EventFeed(database.db, logger, {
    notifications: config.databaseUrl === undefined ? undefined : new EventNotifications(config.databaseUrl, logger),
  });
  const services = createServices({ ...database, clock: systemClock, logger, feed, config });
  const locator = new OrderLocator(services);
  locator.start();
  const isMoving = config.demo && config.demoClock;
  const demoClock = isMoving ? new (await import('#edge/demo/day/demo-clock.ts')).DemoClock(services) : undefined;
  demoClock?.start();
  /** Each stops one job. */
  const jobs: (() => Promise<void>)[] = [];
  if (isEmbedded) {
    // Only this process can open the embedded database; with a server, commands connect to it directly.
    jobs.push(await serveCommands(config.dataDir, services));
    // A server has autovacuum.
    jobs.push(keepTidy(database.db, logger));
  }
  jobs.push(keepChecked(services.fitness, logger), keepTrimmed(services), keepWarningAboutStorage(services));
  jobs.push(await keepPartitions(services, config.positionRetentionDays), keepRetention(services, config));
  jobs.push(keepLearning(services));
  const stopIngest = config.ingest && (await listenForPositions(services, config, config.ingest));
  jobs.push(keepUploadsSwept(services));
  return {
    app: createApp(services, stop),
    providers: services.providers,
    end: async (drained: Promise<unknown>): Promise<void> => {
      const backgroundStopped = Promise.all([demoClock?.stop(), locator.stop(), stopIngest?.()]);
      await drained;
      await backgroundStopped;
      for (const stopJob of jobs) await stopJob();
      await closeServices(services);
      await close();
    },
  };
}

/**
 * Runs the service until SIGTERM or SIGINT. It accepts no connections before it can serve requests and while it stops,
 * so that a balancer uses another instance. In between, `/health` reports whether it can serve requests.
 */
export async function serve(): Promise<void> {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const stop = new AbortController();
  let end = (): Promise<number> => Promise.resolve(0);

  const shutDown = async (signal: string): Promise<void> => {
    logger.info({ signal }, 'stopping');
    stop.abort();
    const cut = await end();
    if (cut > 0) logger.warn({ cut }, 'stopped before all answers were out: FINISH_SECONDS had passed');
    else logger.info('stopped');
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

  const opened = await waitForDatabase(() => open(config, logger), logger, stop.signal);
  if (!opened) return;
  const begun = await begin(config, logger, opened, stop.signal);
  const server = createServer(begun.app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const drain = createDrain();
  server.prependListener('request', drain.track);
  end = async () => {
    const drained = drain.begin(server, config.finishSeconds * 1000);
    await begun.end(drained);
    return drained;
  };
  await listen(server, config.port, config.host).catch((error: unknown) =>
    refuseAddress(config.host, config.port, 'PORT', error),
  );

  if (config.identityProviders)
    process.on('SIGHUP', () => {
      try {
        begun.providers.replace(readConfig().identityProviders ?? []);
        logger.info('identity providers read again');
      } catch (error) {
        logger.error({ err: error }, 'identity providers not read again: the current ones stay');
      }
    });

  const { address, port } = server.address() as AddressInfo;
  logger.info(
    { address: `http://${address.includes(':') ? `[${address}]` : address}:${port}`, demo: config.demo },
    'listening',
  );
}
