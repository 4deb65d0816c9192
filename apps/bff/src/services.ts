import { createMetrics, type Metrics } from '#metrics/metrics.ts';
import { every, wait } from './timers.ts';
import { createProxyServices, type ProxyLimits, type ProxyServices } from '#operations/proxy-services.ts';
import { connectRedis } from '#redis/redis-connection.ts';
import { type Runtime } from './runtime.ts';
import { createSecurityLog, type SecurityLog } from '#security-events/security-log.ts';
import { createLogoutNotes, type LogoutNotes } from '#providers/logout-notes.ts';
import { createProviders, type Providers } from '#providers/providers.ts';
import { createSessionServices, type SessionServices } from '#session/session-services.ts';
import { createTrailReports, type TrailReports } from '#security-events/trail-reports.ts';
import { ownsDirectory } from '#upstream/owns-directory.ts';
import { companyOf } from '#session/company-of.ts';
import { type SessionStore } from '#session/store.ts';
import { createThrottles, type Throttles } from '#throttle/throttles.ts';
import { createUpstreams, type Upstreams } from '#upstream/upstreams.ts';

/**
 * Everything that the layers of the gateway provide. A step or handler declares the parts it uses: `Pick<Services,
 * 'sessions'>`.
 */
export interface Services extends Runtime, Upstreams, Throttles, SessionServices, ProxyServices {
  security: SecurityLog;
  metrics: Metrics;
  providers: Providers;
  logoutNotes: LogoutNotes;
  /** The reports that wait for the trails of companies. */
  trail: TrailReports;
  /** Folder of the built pages. */
  webRoot: URL;
  close(): Promise<void>;
}

interface Parts extends Pick<Runtime, 'config' | 'log'>, Partial<Pick<Runtime, 'now' | 'wait' | 'every'>>, ProxyLimits {
  webRoot: URL;
  store?: SessionStore;
}

/** Builds the gateway's layers from the bottom up. Connects only to the session store. */
export function createServices({ config, log, webRoot, store, now = Date.now, ...given }: Parts): Services {
  const runtime = { config, log, now, wait: given.wait ?? wait, every: given.every ?? every };
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, log);
  const upstreams = createUpstreams(config);
  const throttles = createThrottles(runtime, redis);
  const trail = createTrailReports(now);
  const security = createSecurityLog(
    log,
    throttles.logins.accountOf,
    config.OPERATIONS_URL && {
      reports: trail,
      companyOf: (of) => companyOf(session.sessions, of),
      ownsDirectory: ownsDirectory(config),
    },
  );
  const proxy = createProxyServices(runtime, upstreams, security, given);
  const { streams, downloads, operations } = proxy;
  const session = createSessionServices(runtime, upstreams, {
    redis,
    store,
    onEnd(key) {
      streams.endOf(key);
      downloads.endOf(key);
    },
    onEnded(ended, reason) {
      // The logout handler logs this itself, with the request.
      if (reason !== 'logout') security.log('session.ended', { ...security.whoIn(ended), reason });
    },
  });
  const providers = createProviders(runtime);
  return {
    ...runtime,
    providers,
    logoutNotes: createLogoutNotes(redis, config.SESSION_SECRET, now),
    ...upstreams,
    ...throttles,
    ...session,
    ...proxy,
    security,
    trail,
    metrics: createMetrics(() => streams.size, now, trail),
    webRoot,
    async close() {
      streams.endAll();
      operations?.link.close();
      upstreams.agents.close();
      upstreams.archive?.close();
      await session.close();
      redis?.close();
    },
  };
}
