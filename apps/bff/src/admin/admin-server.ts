import { createServer, type Server } from 'node:http';
import { createManifest } from '../manifest/manifest.ts';
import { manifestPage } from '../manifest/manifest-page.ts';
import { type Services } from '../services.ts';

interface AdminOptions {
  services: Pick<Services, 'metrics' | 'sessions'>;
  /** Whether the gateway takes new work. False from the moment it is told to stop. */
  accepting: () => boolean;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `/live`, `/ready` and `/metrics`, and what this gateway serves (`/operations`, `/operations.json`), on a port of their
 * own that is never published. Ready means: this gateway can serve sessions. An upstream that is down does not make it
 * unready, because another instance would fare no better.
 */
export function createAdminServer({ services, accepting }: AdminOptions): Server {
  // Once, at start: what cannot be described should not serve.
  const manifest = createManifest();
  const ready = async (): Promise<boolean> => {
    if (!accepting()) return false;
    return services.sessions.ping().then(
      () => true,
      () => false,
    );
  };
  const answers: Record<string, () => Promise<[status: number, body: string, type?: string]>> = {
    '/live': () => Promise.resolve([200, 'live\n']),
    '/ready': async () => ((await ready()) ? [200, 'ready\n'] : [503, 'not ready\n']),
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
