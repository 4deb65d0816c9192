import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Logger } from '#log.ts';
import { type Agents, createAgents } from '#upstream/agents.ts';
import { type SignAssertion } from './assertion.ts';
import { createOperationsLink, type OperationsLink } from './operations-link.ts';

/** Which assertions the service refuses, and why: always a user's, and that of the check only if `check` is set. */
let refuses: { check: boolean; reason: 'key' | 'form' | 'clock'; aheadSeconds?: number };
/** The status of the service's response to a check that it does not refuse. */
let checkStatus: number;
/** The `Date` of that response, as from a proxy; undefined for the server's own. */
let checkDate: string | undefined;
/** How often the link was checked. */
let checks: number;
/** Milliseconds. */
let clock: number;
let server: Server;
let url: URL;
let agents: Agents;
let link: OperationsLink;
const assertionFor = vi.fn<SignAssertion>();
const log = { info: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  refuses = { check: false, reason: 'form' };
  checkStatus = 204;
  checkDate = undefined;
  checks = 0;
  clock = 0;
  agents = createAgents();
  assertionFor.mockReset().mockResolvedValue('signed');
  server = createServer((req, res) => {
    const isCheck = req.url?.endsWith('/assertion');
    if (isCheck) checks += 1;
    if (isCheck && checkDate !== undefined) res.setHeader('date', checkDate);
    if (isCheck && !refuses.check) res.writeHead(checkStatus).end();
    else if (req.url?.endsWith('/accepted')) res.writeHead(403).end();
    else
      res.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ ...refuses, check: undefined }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/operations/`);
  log.info.mockReset();
  log.error.mockReset();
  link = createOperationsLink({ url, agents, assertionFor, log: log as unknown as Logger, now: () => clock });
});
afterEach(async () => {
  link.close();
  agents.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const callOf = (path: string) =>
  link.watch(() => new Promise<IncomingMessage>((resolve) => get(new URL(path, url), resolve)))(
    ...([] as unknown as Parameters<ReturnType<OperationsLink['watch']>>),
  );

/** A user's call, whose assertion the service refuses. */
const refusedCall = () => callOf('orders');

describe('a call with a refused assertion', () => {
  it('G34: with an invalid form leaves the gateway ready while others are accepted', async () => {
    await expect(refusedCall()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(link.state()).toEqual({ code: 'ok' });
    await link.check();
    expect(link.state()).toEqual({ code: 'ok' });
  });

  it('G34: with an invalid form makes the gateway unready when all are refused', async () => {
    refuses.check = true;
    await expect(refusedCall()).rejects.toMatchObject({ kind: 'unavailable' });
    await link.check();
    expect(link.state()).toMatchObject({ code: 'operations-refused' });
  });

  it('G34: with the wrong key makes the gateway unready without another check', async () => {
    refuses = { check: false, reason: 'key' };
    await expect(refusedCall()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(link.state()).toMatchObject({ code: 'operations-key' });
  });

  it.each([
    [90, '90 s ahead of'],
    [-90, '90 s behind'],
  ])('G34: for a clock %i seconds ahead reports the difference', async (aheadSeconds, apart) => {
    refuses = { check: false, reason: 'clock', aheadSeconds };
    await expect(refusedCall()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(link.state()).toEqual({
      code: 'operations-clock',
      aheadSeconds,
      detail: `The clock of this gateway is ${apart} the dispatch service's; 30 s are allowed.`,
    });
  });

  it('G34: names the setting to correct', async () => {
    refuses = { check: false, reason: 'key', aheadSeconds: 90 };
    await expect(refusedCall()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(link.state()).toEqual({
      code: 'operations-key',
      detail: 'OPERATIONS_KEY differs from that of the dispatch service.',
    });
    refuses = { check: true, reason: 'clock' };
    await link.check();
    expect(link.state()).toEqual({
      code: 'operations-refused',
      detail: 'What OPERATIONS_URL names refuses the assertions of this gateway.',
    });
  });
});

it('G20: checks the link with claims that give access to nothing', async () => {
  await link.check();
  const [person, company] = assertionFor.mock.calls[0] ?? [];
  expect(company).toBeNull();
  expect(person).toEqual({
    id: null,
    username: '',
    user: '',
    charge: '',
    sucursal: '',
    officeId: '',
    modules: [],
    takenAt: 0,
  });
});

it('G34: logs each change of state once', async () => {
  refuses = { check: true, reason: 'key' };
  await link.check();
  await link.check();
  const detail = 'OPERATIONS_KEY differs from that of the dispatch service.';
  expect(log.error.mock.calls).toEqual([[{ event: 'operations.lost', reason: 'operations-key' }, detail]]);
  refuses = { check: false, reason: 'key' };
  await link.check();
  await link.check();
  expect(log.info.mock.calls).toEqual([
    [{ event: 'operations.back' }, 'The dispatch service accepts this gateway again'],
  ]);
});

it('G34: reports a service that cannot be reached, and keeps its state after it is closed', async () => {
  const unreachable = {
    code: 'operations-unreachable',
    detail: 'The dispatch service cannot be reached (no answer: ECONNREFUSED).',
  };
  await new Promise((resolve) => server.close(resolve));
  await link.check();
  expect(link.state()).toEqual(unreachable);
  link.close();
  await link.check();
  expect(log.error).toHaveBeenCalledTimes(1);
});

it.each([
  [499, { code: 'ok' }],
  [500, { code: 'operations-unreachable', detail: 'The dispatch service answers 500.' }],
])('G34: a response of %i to the check means %o', async (status, state) => {
  checkStatus = status;
  await link.check();
  expect(link.state()).toEqual(state);
});

it.each([
  [60, 'operations-date'],
  [-60, 'operations-date'],
  [20, 'ok'],
  [-20, 'ok'],
  [NaN, 'ok'],
])('G34: compares its clock with the Date of the response, %i seconds behind', async (behind, code) => {
  checkDate = Number.isNaN(behind) ? 'no date' : new Date(Date.now() - behind * 1000).toUTCString();
  await link.check();
  const state = link.state();
  expect(state.code).toBe(code);
  if ('aheadSeconds' in state) expect(Math.abs(state.aheadSeconds - behind)).toBeLessThan(3);
});

it('G34: passes on other responses, and names a refused assertion in the failure', async () => {
  const answer = await callOf('accepted');
  expect(answer.statusCode).toBe(403);
  answer.resume();
  expect(checks).toBe(0);
  await expect(refusedCall()).rejects.toMatchObject({
    details: {
      detail: 'El servicio de despacho no acepta a este servidor. Avise a quien administra el sistema.',
      note: 'assertion refused: form',
    },
  });
  await vi.waitFor(() => {
    expect(checks).toBe(1);
  });
});

it('G34: checks again when the state is older than two seconds', async () => {
  expect(link.state()).toEqual({ code: 'ok' });
  await link.check();
  expect(checks).toBe(1);
  clock = 2000;
  link.state();
  await link.check();
  expect(checks).toBe(2);
  link.state();
  clock = 4000;
  link.state();
  // Ends after a check that `state` started, if it started one.
  await callOf('accepted').then((answer) => answer.resume());
  expect(checks).toBe(2);
  clock = 4001;
  link.state();
  await link.check();
  expect(checks).toBe(3);
});

describe('a broken link', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('G34: is checked every five seconds until it works', async () => {
    refuses = { check: true, reason: 'key' };
    await link.check();
    vi.advanceTimersByTime(4999);
    expect(assertionFor).toHaveBeenCalledTimes(1);
    refuses = { check: false, reason: 'key' };
    vi.advanceTimersByTime(1);
    expect(assertionFor).toHaveBeenCalledTimes(2);
    // The check in progress.
    await link.check();
    expect(link.state()).toEqual({ code: 'ok' });
    vi.advanceTimersByTime(20_000);
    expect(assertionFor).toHaveBeenCalledTimes(2);
  });

  it('G34: is checked five seconds after the last check, and no longer once closed', async () => {
    refuses = { check: true, reason: 'key' };
    await link.check();
    vi.advanceTimersByTime(3000);
    await link.check();
    vi.advanceTimersByTime(4999);
    expect(assertionFor).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1);
    expect(assertionFor).toHaveBeenCalledTimes(3);
    await link.check();
    link.close();
    vi.advanceTimersByTime(20_000);
    expect(assertionFor).toHaveBeenCalledTimes(3);
  });
});
