import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Config } from '#config.ts';
import { type Logger } from '#log.ts';
import { createTrailReports, type TrailReports } from '#security-events/trail-reports.ts';
import { type Agents, createAgents } from '#upstream/agents.ts';
import { sendTrail } from './send-trail.ts';

const KEY = 'a key of the tests that is long enough for HS256';
const person = { id: '1', username: 'ana', user: 'Ana', company: '20600000011', officeId: 'LIMA' };

/** The answers of the service, in order; the last one repeats. */
let statuses: number[];
let received: { authorization: string; reports: { kind: string }[] }[];
let server: Server;
let agents: Agents;
let trail: TrailReports;
let clock: number;
let tick: () => Promise<void>;
let sender: ReturnType<typeof sendTrail>;
const log = { error: vi.fn() };

beforeEach(async () => {
  statuses = [204];
  received = [];
  clock = 0;
  agents = createAgents();
  trail = createTrailReports(() => clock, { mostWaiting: 500, mostAttempts: 10 });
  log.error.mockReset();
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (part: Buffer) => (body += part.toString()));
    req.on('end', () => {
      const { reports } = JSON.parse(body) as { reports: { kind: string }[] };
      received.push({ authorization: req.headers.authorization ?? '', reports });
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      res.writeHead(req.url === '/operations/trail-reports' ? (status ?? 500) : 418).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/operations/`);
  sender = sendTrail({
    config: { OPERATIONS_URL: url, OPERATIONS_KEY: KEY } as Config,
    agents,
    every: (_milliseconds, work) => {
      tick = work;
      return () => undefined;
    },
    trail,
    now: () => clock,
    log: log as unknown as Logger,
  });
});
afterEach(async () => {
  agents.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const add = (count = 1) => {
  for (let at = 0; at < count; at++) trail.add({ kind: 'signIn.ok', person });
};

it('G20: sends waiting reports in batches, with an assertion for this purpose only', async () => {
  add(450);
  await tick();
  expect(received.map(({ reports }) => reports.length)).toEqual([200, 200, 50]);
  expect(trail.waiting).toBe(0);
  const token = received[0]?.authorization.replace('Bearer ', '') ?? '';
  const { payload } = await jwtVerify(token, new TextEncoder().encode(KEY), { audience: 'despacho-trail' });
  expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss']);
  await tick();
  expect(received).toHaveLength(3);
});

it.each([503, 401, 404, 429])(
  'keeps reports after an answer of %i, and sends the same ones again later',
  async (status) => {
    statuses = [status, 204];
    add();
    await tick();
    await tick();
    expect([received.length, trail.waiting, trail.lost]).toEqual([1, 1, 0]);
    clock = 5000;
    await tick();
    expect([received.length, trail.waiting]).toEqual([2, 0]);
    expect(received[1]?.reports).toEqual(received[0]?.reports);
  },
);

it('drops a batch that the service refuses, and counts and logs it', async () => {
  statuses = [400, 204];
  add(201);
  await tick();
  expect([received.length, trail.waiting, trail.lost]).toEqual([2, 0, 200]);
  expect(log.error).toHaveBeenCalledWith({ event: 'trail.refused', status: 400, reports: 200 });
});

it('G40: logs lost reports at most once a minute while the service is away', async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  add(600);
  await tick();
  add();
  clock = 30_000;
  await tick();
  expect(log.error.mock.calls).toEqual([[{ event: 'trail.lost', lost: 100, waiting: 500 }]]);
  clock = 60_000;
  await tick();
  expect(log.error.mock.calls[1]).toEqual([{ event: 'trail.lost', lost: 1, waiting: 500 }]);
});

it('sends the remaining reports when the gateway stops', async () => {
  add();
  await sender.close();
  expect([received.length, trail.waiting]).toEqual([1, 0]);
});
