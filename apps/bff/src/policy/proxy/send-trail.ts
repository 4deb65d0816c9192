import { TRAIL_REPORTS } from '@despacho/contracts/assertion';
import { type Services } from '#services.ts';
import { upstreamUrl } from '#upstream/upstream-url.ts';
import { createTrailAssertions } from '#operations/assertion.ts';

/** How often (ms) waiting reports are sent. */
const SEND_MS = 1000;
/** After how long (ms) a failed request is repeated. */
const RETRY_MS = 5000;
const TIMEOUT_MS = 5000;
/** How often (ms) lost reports are logged. */
const LOST_MS = 60_000;

type Needed = Pick<Services, 'config' | 'agents' | 'every' | 'trail' | 'now' | 'log'>;

/**
 * Sends waiting trail reports to the dispatch service, in the background: no request waits for it. While the service
 * does not answer, reports wait in memory up to a limit; further ones are counted.
 */
export function sendTrail({ config, agents, every, trail, now, log }: Needed): { close(): Promise<void> } {
  const { OPERATIONS_URL: url, OPERATIONS_KEY: key } = config;
  if (!url || !key) return { close: () => Promise.resolve() };
  const target = upstreamUrl(url, TRAIL_REPORTS.path);
  const assertion = createTrailAssertions(key);
  let notBefore = -Infinity;
  let loggedLost = 0;
  let loggedAt = -Infinity;
  let sending: Promise<void> | undefined;

  /** @returns the status of the answer. */
  async function post(body: string): Promise<number> {
    const { statusCode, body: answer } = await agents.client.request({
      origin: target.origin,
      path: target.pathname,
      method: 'POST',
      headers: { authorization: `Bearer ${await assertion()}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.dump();
    return statusCode;
  }

  /** Sends everything that waits, one request after the other, until one fails. */
  async function send(): Promise<void> {
    for (let reports = trail.next(); reports.length > 0; reports = trail.next()) {
      const status = await post(JSON.stringify({ reports })).catch(() => 0);
      // Refused ones would be refused again, and must not block others. A 401 is a fault of the key or clock.
      const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 404 && status !== 429;
      if (isRefused) log.error({ event: 'trail.refused', status, reports: reports.length });
      else if (status < 200 || status > 299) {
        notBefore = now() + RETRY_MS;
        return;
      }
      trail.sent(isRefused);
    }
  }

  function logLost(): void {
    if (trail.lost === loggedLost || now() - loggedAt < LOST_MS) return;
    log.error({ event: 'trail.lost', lost: trail.lost - loggedLost, waiting: trail.waiting });
    loggedLost = trail.lost;
    loggedAt = now();
  }

  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const stop = every(SEND_MS, async () => {
    logLost();
    if (now() >= notBefore) await flush();
  });
  return {
    /** Stops after one more try: the reports that remain are lost. */
    async close() {
      stop();
      await flush();
      logLost();
    },
  };
}
