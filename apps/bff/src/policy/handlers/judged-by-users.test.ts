import { type Request } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeUpstream, sendJson, startFakeUpstream } from '#test/support/fake-upstream.ts';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { type Agents, createAgents } from '#upstream/agents.ts';
import { endSessionsOfUser } from './end-sessions-of-user.ts';
import { type Call } from '../policy.ts';
import { updatePermissions } from './update-permissions.ts';
import { usersOfOffice } from './users-of-office.ts';

/* The users of an office, and the two operations that are validated against them. */

const GLORIA = { id: '1', username: 'gloria', user: 'Gloria', charge: 'A', permissionsList: [{ module: 'G01' }] };
const ROSA = {
  id: 7,
  username: 'rosa',
  user: 'Rosa',
  charge: 'O',
  permissionsList: [{ module: 'T02' }, { module: 'X9' }],
};
const CALLER = {
  id: '1',
  username: 'gloria',
  user: 'Gloria',
  charge: 'A',
  sucursal: 'LIMA',
  officeId: 'LIMA',
  modules: ['G01', 'T02', 'D01'],
  takenAt: 0,
};
const LIVE = { key: 'key-0123456789', record: { person: CALLER, sealed: 'x' } };

let upstream: FakeUpstream;
let agents: Agents;
let listed: unknown;
beforeEach(async () => {
  agents = createAgents();
  listed = [GLORIA, ROSA];
  upstream = await startFakeUpstream((_hit, res) => {
    sendJson(res, 200, listed);
  });
});
afterEach(async () => {
  agents.close();
  await upstream.close();
});

function begin(config: object = {}) {
  const recorded: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      recorded.push([name, ...given]);
  const services = {
    agents,
    config: { API_URL: new URL(`${upstream.url}/api/`), STORAGE_PASSWORD: '', ...config },
    security: {
      log: note('logged'),
      whoIn: (session: unknown) => ({ session: session === LIVE ? 'short' : 'another' }),
    },
    saves: {
      run: (key: string, _signal: AbortSignal, work: () => Promise<unknown>) => {
        recorded.push(['in turn', key]);
        return work();
      },
    },
    sessions: {
      secretsOf: () => ({ bearer: 'bearer-0123456789', loginToken: 'x', branch: 'x', taxId: null }),
      owners: { ofUser: (officeId: string, user: unknown) => [officeId, JSON.stringify(user)] },
      listOf: (owners: unknown) => {
        recorded.push(['sessions of', owners]);
        return Promise.resolve([{ key: 'a' }, { key: 'b' }]);
      },
      destroy: ({ key }: { key: string }, reason: string) => {
        recorded.push(['ended', key, reason]);
        return Promise.resolve(key === 'a');
      },
    },
  };
  const req = {
    requestId: 'id-1',
    ip: '10.0.0.1',
    session: { live: LIVE },
    deadline: { signal: new AbortController().signal },
  } as unknown as Request;
  return { recorded, req, services: services as unknown as Services };
}

const failed = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => [(error as Failure).kind, (error as Failure).details],
  );

describe('usersOfOffice', () => {
  it('S27: requests them from the legacy host as the user, for the named office', async () => {
    const { req, services } = begin();
    expect(await usersOfOffice('LIMA/1', { req, services })).toMatchObject({
      users: [{ username: 'gloria' }, { id: 7 }],
      received: listed,
    });
    expect(upstream.hits).toMatchObject([
      {
        method: 'GET',
        path: '/api/users/LIMA%2F1',
        rawQuery: '',
        headers: { authorization: 'Bearer bearer-0123456789', 'x-request-id': 'id-1' },
      },
    ]);
  });

  it('G27: rejects a response that is not a list of users', async () => {
    listed = { users: [] };
    const { req, services } = begin();
    expect(await failed(usersOfOffice('LIMA', { req, services }))).toEqual([
      'upstream-broken',
      { note: 'users answer breaks its contract' },
    ]);
  });
});

describe('ending a user’s sessions', () => {
  const end = (userId: string) => {
    const { recorded, req, services } = begin();
    const call = { req, services, params: { officeId: 'LIMA', userId } } as unknown as Call<'sessions.endOfUser'>;
    return { recorded, done: endSessionsOfUser(call) };
  };

  it('G7: ends all and returns their number, and logs who did it', async () => {
    const { recorded, done } = end('7');
    expect(await done).toEqual({ ended: 1 });
    expect(recorded).toEqual([
      ['sessions of', ['LIMA', '{"id":"7","username":"rosa"}']],
      ['ended', 'a', 'administrator'],
      ['ended', 'b', 'administrator'],
      [
        'logged',
        'sessions.ended',
        { requestId: 'id-1', ip: '10.0.0.1', session: 'short', by: 'gloria', target: '7', officeId: 'LIMA', ended: 1 },
      ],
    ]);
  });

  it('G7: refuses the caller’s own, by id or by name', async () => {
    const refusal = [
      'not-on-oneself',
      {
        detail: 'Para terminar sus propias sesiones use «Mis sesiones».',
        note: 'end of own sessions as an administrator',
      },
    ];
    expect(await failed(end('1').done)).toEqual(refusal);
    listed = [];
    expect(await failed(end('1').done)).toEqual(refusal);
    listed = [{ ...ROSA, username: ' Gloria' }];
    expect(await failed(end('7').done)).toEqual(refusal);
  });

  it('G7: refuses those of a user outside the office', async () => {
    const { recorded, done } = end('70');
    expect(await failed(done)).toEqual(['not-found', { note: 'target is not in the list of users' }]);
    expect(recorded).toEqual([]);
  });
});

describe('changing permissions', () => {
  const save = (
    wanted: string[],
    send: (body: unknown) => Promise<unknown>,
    over: object = {},
    config: object = {},
  ) => {
    const { recorded, req, services } = begin(config);
    const sent: unknown[] = [];
    const call = {
      req,
      services,
      params: { id: '7' },
      query: { officeId: undefined },
      body: { permissionsList: wanted.map((module) => ({ module })), basedOn: undefined },
      ...over,
    } as unknown as Call<'permissions.update'>;
    const done = updatePermissions(call, (body) => {
      sent.push(body);
      return send(body);
    });
    return { recorded, sent, done };
  };
  const accepts = () => Promise.resolve({ saved: true });
  const audit = { requestId: 'id-1', session: 'short', by: 'gloria', target: '7', officeId: 'LIMA' };
  const lists = { before: ['T02', 'X9'], after: ['D01', 'X9'] };

  it('S27 G33: saves the list with unknown codes, and logs it before and after', async () => {
    const { recorded, sent, done } = save(['D01'], accepts);
    expect(await done).toEqual({ saved: true });
    expect(sent).toEqual([{ permissionsList: [{ module: 'D01' }, { module: 'X9' }] }]);
    expect(recorded).toEqual([
      ['in turn', 'lima'],
      ['logged', 'permissions.requested', { ...audit, ...lists }],
      ['logged', 'permissions.settled', { ...audit, ...lists, outcome: 'accepted' }],
    ]);
  });

  it('S9: saves in the named office, and runs the saves of an office one after another', async () => {
    const { recorded, done } = save(['D01'], accepts, { query: { officeId: 'Cusco' } });
    await done;
    expect(upstream.hitsOf('/api/users/Cusco')).toHaveLength(1);
    expect(recorded).toMatchObject([['in turn', 'cusco'], ['in turn', 'lima'], [{}, {}, { officeId: 'Cusco' }], {}]);
  });

  it.each([
    'upstream-rejected',
    'upstream-refused',
    'not-found',
    'conflict',
    'expired',
    'unprocessable',
    'unavailable',
    'session-ended',
  ] as const)('G33: %s is a definite answer: nothing was saved', async (kind) => {
    const { recorded, done } = save(['D01'], () => Promise.reject(new Failure(kind)));
    expect(await failed(done)).toEqual([kind, {}]);
    expect(recorded.at(-1)).toMatchObject(['logged', 'permissions.settled', { outcome: 'refused' }]);
  });

  it.each(['upstream-timeout', 'upstream-failed', 'upstream-broken', 'upstream-unreachable'] as const)(
    'G33: after %s the result is unknown',
    async (kind) => {
      const { recorded, done } = save(['D01'], () => Promise.reject(new Failure(kind)));
      expect(await failed(done)).toEqual([kind, {}]);
      expect(recorded.at(-1)).toMatchObject(['logged', 'permissions.settled', { outcome: 'unknown' }]);
    },
  );

  it('G33: after an unexpected error the result is unknown', async () => {
    const { recorded, done } = save(['D01'], () => Promise.reject(new Error('odd')));
    await expect(done).rejects.toThrow('odd');
    expect(recorded.at(-1)).toMatchObject(['logged', 'permissions.settled', { outcome: 'unknown' }]);
  });

  it('G38: saves nothing and logs no request if a rule refuses', async () => {
    const { recorded, sent, done } = save(['M01'], accepts);
    expect(await failed(done)).toMatchObject(['permission-rule', {}]);
    expect([sent, recorded]).toEqual([[], [['in turn', 'lima']]]);
  });

  it('G38: sends the list it was validated against only to our own service', async () => {
    const own = save(['D01'], accepts, {}, { OPERATIONS_URL: new URL(`${upstream.url}/operations`) });
    await own.done;
    expect(own.sent).toMatchObject([{ basedOn: ['T02', 'X9'] }]);
    const other = save(['D01'], accepts, {}, { OPERATIONS_URL: new URL('http://127.0.0.1:9/operations') });
    await other.done;
    expect(other.sent[0]).not.toHaveProperty('basedOn');
  });

  it('S27: fails with a conflict if the list has changed since', async () => {
    const body = { permissionsList: [{ module: 'D01' }], basedOn: [] };
    expect(await failed(save([], accepts, { body }).done)).toMatchObject(['conflict', {}]);
  });
});
