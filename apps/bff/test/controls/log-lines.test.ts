import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { headersOf, type HeaderList, type Received, send } from '../support/send.ts';
import { dial, requestBy } from '../support/wire.ts';

let gateway: Gateway;
let ana: Browser;
let rosa: Browser;
beforeAll(async () => {
  gateway = await startGateway();
  [ana, rosa] = [new Browser(gateway), new Browser(gateway)];
  await ana.signIn(gateway.legacy.users.ana);
  await rosa.signIn(gateway.legacy.users.rosa);
});
afterAll(() => gateway.close());

let before = 0;
beforeEach(() => {
  before = gateway.logLines().length;
});
const lines = () => gateway.logLines().slice(before);
const requestLine = async () =>
  vi.waitFor(() => {
    const line = lines().find(({ event }) => event === 'request');
    if (!line) throw new Error('not logged yet');
    return line;
  });

describe('the log line of a request', () => {
  it('G33: contains user, operation and result, without the query', async () => {
    const answer = await ana.get('/api/clients', { 'user-agent': 'somebody' });
    const line = await requestLine();
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      service: 'gateway',
      event: 'request',
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      path: '/api/clients',
      operation: 'clients.list',
      office: 'LIMA',
      status: 200,
      milliseconds: expect.any(Number) as number,
      session: expect.stringMatching(/^[\w-]{10}$/) as string,
    });
    expect(Number.isInteger(line['milliseconds'])).toBe(true);
    expect(line['milliseconds']).toBeLessThan(60_000);
    expect(line['milliseconds']).toBeGreaterThanOrEqual(0);
    expect(gateway.services.metrics.render()).toContain(
      'gateway_requests_total{operation="clients.list",status="200"}',
    );
    await rosa.get('/api/nothing?token=canary');
    const none = lines().find(({ path }) => path === '/api/nothing');
    expect(none).toMatchObject({ operation: 'none' });
    expect(JSON.stringify(none)).not.toContain('canary');
    expect(none).not.toHaveProperty('session');
    expect(none).not.toHaveProperty('cut');
  });

  it('G33: has a bounded length', async () => {
    await ana.get(`/api/${'x'.repeat(500)}`);
    expect(String((await requestLine())['path'])).toHaveLength(200);
  });

  it('G33: reports that the browser disconnected', async () => {
    gateway.legacy.on('GET /base/clients/', () => undefined);
    gateway.legacy.hits.length = 0;
    const wire = dial(gateway.port);
    wire.write(requestBy(ana, 'GET /api/clients HTTP/1.1'));
    await vi.waitFor(() => {
      expect(gateway.legacy.hits).toHaveLength(1);
    });
    wire.socket.destroy();
    const line = await requestLine();
    gateway.legacy.on('GET /base/clients/', undefined);
    expect(line).toMatchObject({ cut: true, operation: 'clients.list' });
    await vi.waitFor(() => {
      expect(lines()).toContainEqual(expect.objectContaining({ event: 'client.gone', requestId: line['requestId'] }));
    });
  });
});

const JSON_TYPE: HeaderList = [['Content-Type', 'application/json']];
const SAVE = 'POST /api/permission/4';

/** Why each kind of request was refused: the log has more detail than the response. */
const REFUSED: readonly [what: string, note: string, headers?: HeaderList, body?: string][] = [
  ['GET /api/nothing', 'no such operation'],
  ['GET /nothing.js', 'no such page'],
  ['GET /api/clients/..', 'odd target'],
  ['GET /api/users?token=x', 'a credential in the address'],
  ['GET /api/users?page=1', 'query where none is expected'],
  [`${SAVE}?officeId=LIMA&officeId=LIMA`, 'repeated or forbidden parameter', JSON_TYPE, '{}'],
  [SAVE, 'body breaks its contract', JSON_TYPE, '{"permissionsList":1}'],
  [SAVE, 'prototype key in the body', JSON_TYPE, '{"__proto__":1}'],
  [SAVE, 'prototype key in the body', JSON_TYPE, '{"a":[{"constructor":1}]}'],
  [SAVE, 'prototype key in the body', JSON_TYPE, '{"permissionsList":[],"prototype":{}}'],
  [SAVE, 'Sec-Fetch-Site is not same-origin', [['Sec-Fetch-Site', 'none']]],
  [
    SAVE,
    'Origin is not ours',
    [
      ['Sec-Fetch-Site', ''],
      ['Origin', 'http://evil.example'],
    ],
  ],
  ['GET /api/users', 'cross-site read', [['Sec-Fetch-Site', 'cross-site']]],
  [
    'GET /api/users',
    'read by another origin',
    [
      ['Sec-Fetch-Site', ''],
      ['Origin', 'http://evil.example'],
    ],
  ],
];

async function refusedAs(what: string, changed: HeaderList = [], body?: string): Promise<Received> {
  const [method = '', target = ''] = what.split(' ');
  const names = changed.map(([name]) => name.toLowerCase());
  const kept = headersOf(ana, method).filter(([name]) => !names.includes(name.toLowerCase()));
  const headers = [...kept, ...changed.filter(([, value]) => value !== '')];
  return send(gateway, { method, target, headers, body });
}

describe('the log line of a refusal', () => {
  it.each(REFUSED)('G33: of %s contains: %s', async (what, note, headers, body) => {
    const answer = await refusedAs(what, headers, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const matching = lines().filter(
      ({ requestId, event }) => requestId === answer.headers['x-request-id'] && event !== 'request',
    );
    expect(matching.map((line) => [line['kind'], line['note']])).toEqual([[answer.kind, note]]);
    expect(answer.text).not.toContain(note);
  });

  it('G33: lists the methods of a path, separated by commas', async () => {
    expect((await refusedAs('PUT /api/auth/session')).headers.allow).toBe('GET');
    expect((await refusedAs('PUT /api/orders')).headers.allow?.split(', ').sort()).toEqual(['GET', 'POST']);
    // A word in the path must not count as a session id.
    expect((await refusedAs('PUT /api/auth/sessions/end-others')).headers.allow).toBe('POST');
  });

  it('G16 G33: lists the first eight invalid fields', async () => {
    const codes = Array.from({ length: 30 }, () => ({ module: '/' }));
    const answer = await refusedAs(SAVE, JSON_TYPE, JSON.stringify({ permissionsList: codes }));
    const { errors } = JSON.parse(answer.text) as { errors: { field: string }[] };
    expect(errors).toHaveLength(8);
    expect(errors[0]?.field).toBe('body.permissionsList.0.module');
  });
});

describe('the log line of a broken response', () => {
  const OFFICE = { id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' };

  it.each([
    [[OFFICE, { ...OFFICE, name: 7 }], '1.name'],
    [[{ ...OFFICE, id: '../x' }], '0.id'],
    [{ id: 1 }, ''],
  ])('G27 G33: says where %j breaks its contract', async (value, where) => {
    gateway.dispatch.on('GET /operations/offices', (_hit, res) => {
      sendJson(res, 200, value);
    });
    const answer = await ana.get('/api/offices');
    gateway.dispatch.on('GET /operations/offices', undefined);
    expect(answer.status).toBe(502);
    const matching = lines().filter(({ event }) => event === 'contract.broken');
    expect(matching).toMatchObject([{ kind: 'upstream-broken', note: `answer breaks its contract at "${where}"` }]);
    expect(answer.text).not.toContain('breaks');
  });
});
