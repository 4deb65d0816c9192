import { createServer, type Server } from 'node:http';
import { type Services } from '../services.ts';

interface AdminOptions {
  services: Pick<Services, 'metrics' | 'sessions'>;
  /** Whether the gateway takes new work. False from the moment it is told to stop. */
  accepting: () => boolean;
}

/**
 * `/live`, `/ready` and `/metrics`, on a port of their own that is never published. Ready means: this gateway can serve
 * sessions. An upstream that is down does not make it unready, because another instance would fare no better.
 */
export function createAdminServer({ services, accepting }: AdminOptions): Server {
  const ready = async (): Promise<boolean> => {
    if (!accepting()) return false;
    return services.sessions.ping().then(
      () => true,
      () => false,
    );
  };
  const answers: Record<string, () => Promise<[status: number, body: string]>> = {
    '/live': () => Promise.resolve([200, 'live\n']),
    '/ready': async () => ((await ready()) ? [200, 'ready\n'] : [503, 'not ready\n']),
    '/metrics': () => Promise.resolve([200, services.metrics.render()]),
  };
  return createServer((req, res) => {
    const answer = req.method === 'GET' ? answers[req.url ?? ''] : undefined;
    void (answer?.() ?? Promise.resolve([404, 'not found\n'] as const)).then(([status, body]) => {
      res.writeHead(status, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      });
      res.end(body);
    });
  });
}
