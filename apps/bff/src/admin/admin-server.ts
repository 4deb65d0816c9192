import { createServer, type Server } from 'node:http';
import { DRAIN_QUERY } from '@despacho/server/drain';
import { createManifest } from '#manifest/manifest.ts';
import { manifestPage } from '#manifest/manifest-page.ts';
import { type Services } from '#services.ts';

interface AdminOptions {
  services: Pick<Services, 'metrics' | 'sessions' | 'operations'>;
  /** Whether the gateway accepts new requests; false once it is stopping. */
  accepting: () => boolean;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

interface Reason {
  /** `stopping`, `session-store`, or a LinkState. */
  code: string;
  detail: string;
  aheadSeconds?: number;
}

/** Problems that affect every gateway or concern other clocks, and therefore do not make this one unready. */
const SHARED_REASONS = ['operations-unreachable', 'operations-date'];

/**
 * `/live`, `/ready`, `/metrics` and a description of what this gateway serves (`/operations`, `/operations.json`), on a
 * separate port that is never published. Ready means that this gateway can serve sessions and that the dispatch service
 * accepts its assertions. An upstream that is down does not make it unready, because other instances would be no better
 * off; the reason is listed in either case.
 */
export function createAdminServer({ services, accepting }: AdminOptions): Server {
  // Once, at start: a gateway that cannot be described must not serve.
  const manifest = createManifest();
  const reasons = async (): Promise<Reason[]> => {
    const found: Reason[] = [];
    if (!accepting()) found.push({ code: 'stopping', detail: 'The gateway is stopping.' });
    await services.sessions.ping().catch(() => {
      found.push({ code: 'session-store', detail: 'The session store (REDIS_URL) does not answer.' });
    });
    const link = services.operations?.link.state();
    if (link && link.code !== 'ok') found.push(link);
    return found;
  };
  const ready = async (unready: number): Promise<[number, string, string]> => {
    const found = await reasons();
    const isReady = found.every(({ code }) => SHARED_REASONS.includes(code));
    return [isReady ? 200 : unready, `${JSON.stringify({ ready: isReady, reasons: found })}\n`, 'application/json'];
  };
  const answers: Record<string, () => Promise<[status: number, body: string, type?: string]>> = {
    '/live': () => Promise.resolve([200, 'live\n']),
    '/ready': () => ready(503),
    [`/ready${DRAIN_QUERY}`]: () => ready(404),
    '/metrics': () => Promise.resolve([200, services.metrics.render()]),
    '/operations': () => Promise.resolve([200, manifestPage(manifest), 'text/html; charset=utf-8']),
    '/operations.json': () => Promise.resolve([200, JSON.stringify(manifest), 'application/json']),
  };
  return createServer((req, res) => {
    const answer = req.method === 'GET' ? answers[req.url ?? ''] : undefined;
    void (answer?.() ?? Promise.resolve([404, 'not found\n'] as const)).then(([status, body, type = TEXT]) => {
      res.writeHead(status, {
        'content-type': type,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      res.end(body);
    });
  });
}
