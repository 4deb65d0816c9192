import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, kindOf } from './support/browser.ts';
import { type Respond, sendJson } from './support/fake-upstream.ts';
import { type Gateway, ORIGIN, startGateway } from './support/gateway.ts';
import { addPerson } from './support/legacy.ts';

const SAVE = 'POST /api/permission/3';
const lists = (...codes: string[]) => ({ permissionsList: codes.map((module) => ({ module })) });

let gateway: Gateway;
let ana: Browser;
let gloria: Browser;
beforeEach(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '3000' });
  ana = new Browser(gateway);
  gloria = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
  await gloria.signIn(gateway.legacy.users.gloria);
});
afterEach(() => gateway.close());

/** A host whose saves take a while: long enough for another request to be judged by the list before them. */
function saveSlowly(...ids: string[]): void {
  for (const id of ids)
    gateway.legacy.on(`POST /api/permission/${id}`, async ({ body }, res) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const target = Object.values(gateway.legacy.users).find((user) => user.id === id);
      const saved = JSON.parse(body) as ReturnType<typeof lists>;
      if (target) target.modules = saved.permissionsList.map(({ module }) => module);
      sendJson(res, 200, saved);
    });
}

describe('two saves at once', () => {
  it('S27: from the same list are one save and one conflict', async () => {
    saveSlowly('3');
    const basedOn = ['T02', '000'];
    const answers = await Promise.all([
      ana.post('/api/permission/3', { ...lists('T02', '000', 'D01'), basedOn }),
      gloria.post('/api/permission/3?officeId=LIMA', { ...lists('T02'), basedOn }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
  });

  it.each([
    ['two', 'A', ['LIMA', 'LIMA']],
    ['two of charge S', 'S', ['LIMA', 'LIMA']],
    ['two of charge S in two offices', 'S', ['LIMA', 'CUSCO']],
  ])('S27 G38: by the last %s with G01, each taking the other’s away, leave one', async (_what, charge, offices) => {
    const { users } = gateway.legacy;
    // Of charge S they are the last although others of charge A have G01 as well.
    users.ana.modules = [];
    users.gloria.modules = users.beto.modules = charge === 'S' ? ['G01'] : [];
    const [first = expect.unreachable(), second = expect.unreachable()] = offices.map((office, index) =>
      addPerson(gateway.legacy, `p${index}`, { charge, office, modules: ['G01'] }),
    );
    const [a, b] = [new Browser(gateway), new Browser(gateway)];
    await a.signIn(first);
    await b.signIn(second);
    saveSlowly(String(first.id), String(second.id));
    const answers = await Promise.all([
      a.post(`/api/permission/${second.id}?officeId=${second.office}`, lists()),
      b.post(`/api/permission/${first.id}?officeId=${first.office}`, lists()),
    ]);
    expect(answers.filter(({ status }) => status !== 200).map(kindOf)).toEqual(['permission-rule']);
    expect([first, second].filter(({ modules }) => modules.includes('G01'))).toHaveLength(1);
  });
});

describe('what is asked of the host (G38)', () => {
  const audit = () =>
    gateway
      .logLines()
      .filter(({ event }) => String(event).startsWith('permissions.'))
      .map(({ event, outcome, by, target, officeId, before, after }) => ({
        event,
        ...(outcome !== undefined && { outcome }),
        change: { by, target, officeId, before, after },
      }));
  const change = {
    by: 'gloria',
    target: '3',
    officeId: 'LIMA',
    before: ['T02', '000', 'X99'],
    after: ['T02', 'X99'],
  };
  const whole = (outcome: string) => [
    { event: 'permissions.requested', change },
    { event: 'permissions.settled', outcome, change },
  ];

  const hosts: [what: string, respond: Respond, outcome: string][] = [
    [
      'saves',
      ({ body }, res) => {
        sendJson(res, 200, JSON.parse(body));
      },
      'accepted',
    ],
    ['says nothing but yes', (_hit, res) => res.writeHead(200).end(), 'accepted'],
    ['refuses', (_hit, res) => res.writeHead(400).end('{}'), 'refused'],
    ['does not know the token', (_hit, res) => res.writeHead(401).end(), 'refused'],
    ['fails', (_hit, res) => res.writeHead(500).end(), 'unknown'],
    ['answers garbage', (_hit, res) => res.writeHead(200).end('<html>'), 'unknown'],
    ['hangs up', (_hit, _res, req) => req.socket.destroy(), 'unknown'],
    ['never answers', () => undefined, 'unknown'],
    ['never ends its answer', (_hit, res) => res.writeHead(200).write('{'), 'unknown'],
  ];
  it.each(hosts)(
    'is logged before it is asked, and what came of it, when the host %s',
    async (_what, respond, outcome) => {
      let before: unknown;
      gateway.legacy.on(SAVE, (hit, res, req) => {
        before = audit();
        return respond(hit, res, req);
      });
      await gloria.post('/api/permission/3', lists('T02'));
      expect(before).toEqual([{ event: 'permissions.requested', change }]);
      expect(audit()).toEqual(whole(outcome));
    },
  );

  it('is logged also when the browser hangs up meanwhile', async () => {
    gateway.legacy.on(SAVE, () => undefined);
    const call = request({
      port: gateway.port,
      method: 'POST',
      path: '/api/permission/3',
      headers: {
        cookie: gloria.cookieHeader,
        origin: ORIGIN,
        'x-xsrf-token': gloria.csrfToken,
        'content-type': 'application/json',
      },
    });
    call.on('error', () => undefined);
    call.end(JSON.stringify(lists('T02')));
    await vi.waitFor(() => {
      expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
    });
    call.destroy();
    await vi.waitFor(() => {
      expect(audit()).toEqual(whole('unknown'));
    });
    expect(gateway.logLines().map(({ kind }) => kind)).not.toContain('upstream-timeout');
  });
});
