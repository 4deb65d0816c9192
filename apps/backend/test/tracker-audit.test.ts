import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { auditTracker, type Result, TRACKER_CHECKS } from '@despacho/tooling/audit/audit';
import { trackerChecks } from '@despacho/tooling/audit/checks/tracker';
import { testsNeed } from '@despacho/tooling/machine/needs';
import { startTrackerFront } from '@despacho/tooling/test/audit/tracker-front';
import { ingestListener, ingestServer } from '#fleet/ingest/ingest-listener.ts';
import { INGEST } from './test-services.ts';
import { usePhones } from './use-phones.ts';

const MS = 300;
const checks = trackerChecks(MS);

const brokenOf = (results: Result[]) =>
  results.filter(({ verdict }) => verdict === 'broken').map(({ id, notes }) => `${id}: ${notes.join('; ')}`);
const keptOf = (results: Result[]) => results.filter(({ verdict }) => verdict === 'kept').map(({ id }) => id);
const idsBut = (...left: string[]) => TRACKER_CHECKS.map(({ id }) => id).filter((id) => !left.includes(id));

describe('npm run audit:gateway -- --tracker', () => {
  const desk = usePhones();
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const listen = async (made: Server): Promise<URL> => {
    server = made;
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(made.address() as AddressInfo).port}`);
  };
  const sound = (): Server => ingestServer(desk.services, INGEST.trustProxy);

  it('G41 G40: passes on the listener', async () => {
    const results = await auditTracker({ address: await listen(sound()), throttle: true });
    expect(brokenOf(results)).toEqual([]);
    expect(keptOf(results)).toEqual(idsBut('tracker-tls', 'tracker-slow'));
  });

  it('G36: passes on one that cuts off slow requests', async () => {
    const made = createServer(
      { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 },
      ingestListener(desk.services, INGEST.trustProxy),
    );
    const address = await listen(made);
    // Ends when the listener closes the connection, so the limit costs no time.
    expect(keptOf(await auditTracker({ address, slow: true, only: ['tracker-slow'] }, trackerChecks(60_000)))).toEqual([
      'tracker-slow',
    ]);
  });

  /** A listener that handles some requests itself, instead of the real one. */
  const instead = (handles: RequestListener, isHandled: (...given: Parameters<RequestListener>) => boolean) => () => {
    const listener = ingestListener(desk.services, INGEST.trustProxy);
    return createServer((request, response) => {
      (isHandled(request, response) ? handles : listener)(request, response);
    });
  };
  const ok: RequestListener = (request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'Content-Length': 0 }).end());
  };
  const withHeaders = (headers: Record<string, string>) =>
    instead(
      () => undefined,
      (_request, response) => {
        const writeHead = response.writeHead.bind(response);
        response.writeHead = ((status: number, given: Record<string, string>) =>
          writeHead(status, { ...given, ...headers })) as typeof writeHead;
        return false;
      },
    );

  it.each<[without: string, noticed: string, () => Server]>([
    ['the lookup of a token', 'tracker-token', instead(ok, ({ url }) => url?.includes('id=') === true)],
    ['a listener of its own', 'tracker-token', instead(ok, ({ url }) => url === '/health')],
    ['the methods', 'tracker-requests', instead(ok, ({ method }) => method === 'DELETE')],
    [
      'the limit of a body',
      'tracker-requests',
      instead(ok, ({ headers }) => Number(headers['content-length'] ?? 0) > 60_000),
    ],
    [
      'the limit of headers',
      'tracker-requests',
      () => createServer({ maxHeaderSize: 90_000 }, ingestListener(desk.services, '')),
    ],
    ['no-store', 'tracker-answers', withHeaders({ 'Cache-Control': 'max-age=60' })],
    ['one origin', 'tracker-answers', withHeaders({ 'Access-Control-Allow-Origin': '*' })],
    ['no cookie', 'tracker-answers', withHeaders({ 'Set-Cookie': 'a=b' })],
    [
      'a strict parser',
      'tracker-smuggling',
      () => createServer({ insecureHTTPParser: true }, ingestListener(desk.services, '')),
    ],
    [
      'a limit for unknown tokens',
      'tracker-throttle',
      instead(
        (_request, response) => response.writeHead(404).end(),
        () => true,
      ),
    ],
    [
      'limits for slow requests',
      'tracker-slow',
      () => createServer({ connectionsCheckingInterval: 600_000 }, ingestListener(desk.services, '')),
    ],
  ])('fails on one without %s', async (_without, noticed, weakened) => {
    const address = await listen(weakened());
    const results = await auditTracker({ address, throttle: true, slow: true, only: [noticed] }, checks);
    expect(results.map(({ verdict }) => verdict)).toEqual(['broken']);
  });

  it('G39: fails on plain http, except on this machine', async () => {
    const [found] = await auditTracker({ address: new URL('http://rastreo.example.pe'), only: ['tracker-tls'] });
    expect(found?.verdict).toBe('broken');
    const [here] = await auditTracker({ address: await listen(sound()), only: ['tracker-tls'] });
    expect(here?.verdict).toBe('unknown');
  });

  describe.runIf(testsNeed('nginx'))('behind docker/nginx-ingest.conf', () => {
    it('G39 G18: passes, over TLS, and writes none of its requests to a log', async () => {
      const front = await startTrackerFront((await listen(sound())).port);
      const { address, ca } = front;
      try {
        const results = await auditTracker({ address, ca, throttle: true });
        expect(brokenOf(results)).toEqual([]);
        expect(keptOf(results)).toEqual(idsBut('tracker-slow'));
        // The control of this is in apps/bff/test/nginx/ingest.test.ts.
        expect(front.log()).not.toContain('despacho-audit');
        const [untrusted] = await auditTracker({ address, ca: front.otherCa, only: ['tracker-tls'] });
        expect(untrusted?.verdict).toBe('broken');
      } finally {
        await front.stop();
      }
    });
  });
});
