import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SECRETS } from '../support/gateway.ts';
import { GatewayProcess, postLogin } from '../support/gateway-process.ts';
import { type LegacyUser } from '../support/legacy.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const ANA = { office: 'LIMA', username: 'ana.torres', password: 'despacho' } as LegacyUser;
/** Longer than the interval of the gateway's own check. */
const SOON = { timeout: 20_000, interval: 200 };

let service: ServiceProcess;
let gateway: GatewayProcess | undefined;
let ports: { port: number; adminPort: number };

/** Restarts the service at the same address, with another clock. */
async function startAgain(aheadSeconds: number): Promise<void> {
  const { port } = new URL(service.url);
  service = await startServiceProcess({ on: service.data, port, aheadSeconds });
}

async function startGatewayProcess(key: string = SECRETS.OPERATIONS_KEY): Promise<GatewayProcess> {
  gateway = new GatewayProcess({
    PORT: '0',
    ADMIN_PORT: '0',
    DRAIN_SECONDS: '0',
    PUBLIC_ORIGIN: 'http://localhost:3000',
    ...SECRETS,
    ...service.environment,
    OPERATIONS_KEY: key,
  });
  ports = await gateway.listening();
  return gateway;
}

async function readiness(): Promise<{ status: number; reasons: object[] }> {
  const answer = await fetch(`http://127.0.0.1:${ports.adminPort}/ready`);
  const { reasons } = (await answer.json()) as { reasons: object[] };
  return { status: answer.status, reasons };
}

async function signIn(): Promise<string> {
  const { response, cookies } = await postLogin(ports.port, ANA);
  expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  return cookies;
}

/** @returns status and problem type of a call with an assertion to the dispatch service. */
async function ask(cookie: string): Promise<unknown[]> {
  const answer = await fetch(`http://127.0.0.1:${ports.port}/api/offices`, { headers: { cookie } });
  const { type } = (await answer.json()) as { type?: string };
  return [answer.status, type];
}

const OUTAGE = [503, 'urn:despacho:problem:unavailable'];

// One test starts the service three times, which may take a minute each while others run.
describe('the link to the dispatch service', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    // Its own service, restarted with other clocks; it refuses a PostgreSQL server whose clock differs.
    service = await startServiceProcess({ embedded: true, aheadSeconds: 25 });
  }, 120_000);
  afterEach(() => gateway?.stop());
  afterAll(() => service.stop());

  it('G34: reports a different OPERATIONS_KEY, and users see an outage', async () => {
    const running = await startGatewayProcess('another-operations-key-0123456789abcdef');
    const events = running.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { event: string }).event)
      .filter((event) => event !== 'pages.missing');
    expect(events).toEqual(['operations.lost', 'listening']);
    expect(running.linesOf('operations.lost')).toMatchObject([{ reason: 'operations-key' }]);
    const cookies = await signIn();
    expect(await ask(cookies)).toEqual(OUTAGE);
    expect(await readiness()).toEqual({
      status: 503,
      reasons: [{ code: 'operations-key', detail: 'OPERATIONS_KEY differs from that of the dispatch service.' }],
    });
    expect(running.output).not.toContain('another-operations-key');
  });

  it('G34: reports an unreachable service and clocks more than 30 s apart, and recovers by itself', async () => {
    await service.stop();
    const running = await startGatewayProcess();
    const unreachable = await readiness();
    expect([unreachable.status, unreachable.reasons]).toMatchObject([200, [{ code: 'operations-unreachable' }]]);

    await startAgain(25);
    await vi.waitFor(() => {
      expect(running.linesOf('operations.back')).toHaveLength(1);
    }, SOON);
    const cookies = await signIn();
    expect(await ask(cookies)).toEqual([200, undefined]);
    expect(await readiness()).toEqual({ status: 200, reasons: [] });

    await service.stop();
    await startAgain(-45);
    expect(await ask(cookies)).toEqual(OUTAGE);
    const { status, reasons } = await readiness();
    expect(status).toBe(503);
    expect(reasons).toEqual([
      {
        code: 'operations-clock',
        aheadSeconds: expect.toSatisfy((seconds: number) => seconds >= 44 && seconds <= 46) as number,
        detail: expect.stringMatching(/4[456] s ahead of the dispatch service's; 30 s are allowed/) as string,
      },
    ]);
    expect(running.linesOf('operations.lost').map(({ reason }) => reason)).toEqual([
      'operations-unreachable',
      'operations-clock',
    ]);

    await service.stop();
    await startAgain(0);
    await vi.waitFor(async () => {
      expect(await readiness()).toEqual({ status: 200, reasons: [] });
    }, SOON);
    expect(await ask(cookies)).toEqual([200, undefined]);
    expect(running.linesOf('operations.back')).toHaveLength(2);
  });
});
