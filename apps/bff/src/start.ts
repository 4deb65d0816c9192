import { createDrain } from '@despacho/server/drain';
import { listen } from '@despacho/server/listen';
import { setTimeout } from 'node:timers/promises';
import { createAdminServer } from '#admin/admin-server.ts';
import { createApp } from './app.ts';
import { type Config, ConfigError, configOfProcess } from './config.ts';
import { createLog, type Logger } from './log.ts';
import { createPublicServer } from '#http/public-server.ts';
import { followAccounts } from '#policy/proxy/follow-accounts.ts';
import { sendTrail } from '#policy/proxy/send-trail.ts';
import { createServices } from './services.ts';

function configOrExit(): Config {
  try {
    return configOfProcess();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function run(config: Config, log: Logger): Promise<void> {
  // The same relative path from src/ and from dist/.
  const services = createServices({ config, log, webRoot: new URL('../../web/dist/', import.meta.url) });
  const app = createApp(services);
  const drain = createDrain();
  const server = createPublicServer((req, res) => {
    drain.track(req, res);
    app(req, res);
  }, services);
  const admin = createAdminServer({ services, accepting: () => drain.accepting() });

  const sending = sendTrail(services);
  const stop = async (signal: string): Promise<void> => {
    if (!drain.accepting()) return;
    log.info({ event: 'stopping', signal });
    drain.announce();
    // Ctrl+C comes from a terminal, without a load balancer.
    if (signal !== 'SIGINT') await setTimeout(config.DRAIN_SECONDS * 1000);
    const late = setTimeout(config.FINISH_SECONDS * 1000, true);
    const drained = drain.begin(server);
    services.streams.endAll();
    const closed = drained
      .then(() => sending.close())
      .then(() => services.close())
      .catch((err: unknown) => log.warn({ event: 'stopping', err }));
    const cut = await Promise.race([late, closed.then(() => false)]);
    log[cut ? 'warn' : 'info']({ event: 'stopped', ...(cut && { cut }) });
    process.exit(0);
  };
  // Without providers, SIGHUP from a closed terminal still ends the process.
  if (config.IDENTITY_PROVIDERS_FILE !== undefined) process.on('SIGHUP', () => services.providers.reload());
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal));

  // Logged before the first request is served, and in /ready from the start. It does not stop the gateway.
  await services.operations?.link.check();
  followAccounts(services);
  const adminPort = await listen(admin, config.ADMIN_PORT, config.ADMIN_HOST);
  const port = await listen(server, config.PORT, config.HOST);
  log.info({ event: 'listening', host: config.HOST, port, adminPort, origins: config.PUBLIC_ORIGIN }, 'listening');
}

/** Runs the gateway from this process's environment until it is stopped. */
export async function start(): Promise<void> {
  const config = configOrExit();
  const log = createLog(config.LOG_LEVEL);
  try {
    await run(config, log);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    process.stderr.write(`The gateway cannot listen on PORT or ADMIN_PORT (${code}).\n`);
    process.exit(1);
  }
}
