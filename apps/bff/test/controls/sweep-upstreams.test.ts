import { type OperationId } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleAnswer } from '../support/arbitraries.ts';
import { type Respond, sendJson } from '../support/fake-upstream.ts';
import { oneOfEach } from '../support/full.ts';
import { SECRETS } from '../support/gateway.ts';
import { destinationKind } from '../support/kinds.ts';
import { type Received, send } from '../support/send.ts';
import { secretsIn } from '../support/spellings.ts';
import { FAULTS, isFile, isPicture, isStream } from '../support/upstream-faults.ts';
import {
  faultOfControl,
  IDS,
  principalOf,
  isUnsafe,
  operationOf,
  policyOf,
  startSweep,
  type Sweep,
  type Swept,
} from '../support/sweep.ts';

let sweep: Sweep;
beforeAll(async () => {
  // Longer than any response takes on the slowest machine.
  sweep = await startSweep({ UPSTREAM_TIMEOUT_MS: '9900' }, { wait: () => Promise.resolve() });
});
// Everything sent is searched for every secret.
afterAll(() => sweep.close(), 120_000);

/** Operations that are proxied to an upstream. */
const PROXIED = IDS.filter((id) => !('handle' in policyOf(id).to));
const ASKING: readonly OperationId[] = [
  ...PROXIED,
  ...(['session.login', 'sessions.endOfUser', 'storage.read'] as const),
];
const KINDS = oneOfEach(ASKING, destinationKind);
/** Operations that make another call first, to decide. */
const asksTwice = (id: OperationId): boolean => 'around' in policyOf(id).to;

/** Operations for which any 2xx is enough. */
const doneByStatus = (id: OperationId): boolean => 'doneByStatus' in policyOf(id).to;

/** Upstreams that keep the browser waiting until the gateway times out. */
const SILENT: readonly { what: string; respond: Respond; not?: (id: OperationId) => boolean }[] = [
  // Rows with their own time limit wait longer than a test (deadline.test.ts); the start of a file has the usual limit.
  { what: 'silent', respond: () => undefined, not: (id) => policyOf(id).limits.time !== undefined && !isFile(id) },
  {
    what: 'silent half way',
    respond: (_hit, res) => {
      res.writeHead(200, { 'content-type': 'application/json' }).write('[{"id":1},');
    },
    not: (id) =>
      isStream(id) || isFile(id) || isPicture(id) || doneByStatus(id) || policyOf(id).limits.time !== undefined,
  },
];

/** Changes the upstream's response for one request of a permitted user. */
async function askedOf(id: OperationId, swept: Swept, respond: Respond): Promise<Received> {
  const destination = sweep.callOf(id, swept.parts);
  if (!destination) throw new Error(`${id} asks no upstream`);
  const { upstream, call } = destination;
  const normal = upstream.answerOf(call);
  upstream.on(call, respond);
  try {
    sweep.calls();
    const answer = await send(sweep.gateway, swept.request);
    // A write is called once, however it fails. A read may be called once more after a closed kept connection.
    const times = sweep.calls().filter((each) => each === call).length;
    expect(isUnsafe(id) || 'handle' in policyOf(id).to ? [1] : [1, 2]).toContain(times);
    return answer;
  } finally {
    upstream.on(call, normal);
  }
}

/** Log lines about the failure of one request. */
const failuresOf = (answer: Received): Record<string, unknown>[] =>
  sweep.gateway
    .logLines()
    .filter(({ requestId, event }) => requestId === answer.headers['x-request-id'] && event !== 'request')
    .filter(({ kind }) => kind === answer.kind);

it('G27: covers every operation that calls an upstream', async () => {
  for (const id of IDS) {
    const { parts } = await sweep.prepare(id);
    expect([id, sweep.callOf(id, parts) !== null]).toEqual([id, ASKING.includes(id)]);
  }
});

const sendsAssertion = (id: OperationId): boolean => {
  const { to } = policyOf(id);
  return 'credentials' in to && to.credentials !== 'bearer' && to.credentials !== 'none';
};

describe.each(FAULTS)(
  'an upstream that is $what',
  ({ what, respond, outcome, atLogin, ofAssertion, isSuccess, not }) => {
    const isDone = (id: OperationId): boolean => isSuccess === true && doneByStatus(id);
    const faulty = ASKING.filter((id) => not?.(id) !== true && !isDone(id));
    // accepts.test.ts tests that the contract of every row rejects another shape.
    it.each(oneOfEach(faulty, destinationKind))('G27 G25 G32: is one problem for %s, logged once', async (id) => {
      const swept = await sweep.prepare(id);
      const answer = await askedOf(id, swept, respond(id));
      // To a phone or guest, a refusal means that its session ended.
      const ofLinked = principalOf(id) && outcome[0] === 403 ? [401, 'session-ended'] : undefined;
      const refusedAssertion = sendsAssertion(id) ? ofAssertion : undefined;
      expect([answer.status, answer.kind]).toEqual(
        refusedAssertion ?? ofLinked ?? (id === 'session.login' ? (atLogin ?? outcome) : outcome),
      );
      expect(answer.headers.location).toBeUndefined();
      const { detail, ...rest } = JSON.parse(answer.text) as Record<string, unknown>;
      expect(JSON.stringify(rest)).not.toMatch(/interno|srv|stack|127\.0\.0\.1|evil|alert/);
      // The host's own message is the only part of a refusal that is passed on.
      if (refusedAssertion) expect(detail).toMatch(/^El servicio de despacho no acepta a este servidor/);
      else if (what === 'under maintenance' && sendsAssertion(id)) expect(detail, 'our own service').toBeDefined();
      else if (![400, 409, 410, 422].includes(outcome[0])) expect(detail).toBeUndefined();
      expect(failuresOf(answer)).toHaveLength(1);
      const again = await sweep.prepare(id);
      expect(await faultOfControl(sweep, id, again)).toBeNull();
    });
  },
);

it.each(FAULTS.filter(({ isSuccess }) => isSuccess))(
  'S27 G27: an upstream that is $what counts as having saved permissions after a 2xx',
  async ({ respond }) => {
    const swept = await sweep.prepare('permissions.update');
    const answer = await askedOf('permissions.update', swept, respond('permissions.update'));
    expect([answer.status, answer.text]).toEqual([200, '{}']);
  },
);

/** Concurrent requests of one session; more would wait and time out in the queue. */
const RUNNING_AT_ONCE = 16;

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Concurrent, because each one mostly waits; operations with two calls run alone, so that others do not interfere. */
const batchesOf = (ids: readonly OperationId[]): (readonly OperationId[])[] => [
  ...chunksOf(
    ids.filter((id) => !asksTwice(id)),
    RUNNING_AT_ONCE,
  ),
  ...ids.filter(asksTwice).map((id) => [id]),
];

describe.each(SILENT)('an upstream that is $what', ({ respond, not }) => {
  const silent = KINDS.filter((id) => not?.(id) !== true);
  it.each(batchesOf(silent))('G27 G32: is one 504 for %s and others, each called once', async (...ids) => {
    const waiting = await startSweep({ UPSTREAM_TIMEOUT_MS: '1500' }, { wait: () => Promise.resolve() });
    const all: Swept[] = [];
    for (const id of ids) all.push(await waiting.prepare(id));
    const calls = ids.map((id, index) => waiting.callOf(id, all[index]?.parts ?? {}));
    for (const destination of calls) destination?.upstream.on(destination.call, respond);
    waiting.calls();
    const answers = await Promise.all(all.map(({ request }) => send(waiting.gateway, request)));
    expect(answers.map(({ status, kind }, index) => [ids[index], status, kind])).toEqual(
      ids.map((id) => [id, 504, 'upstream-timeout']),
    );
    const wanted = calls.map((destination) => destination?.call ?? '');
    expect(
      waiting
        .calls()
        .filter((call) => wanted.includes(call))
        .sort(),
    ).toEqual([...wanted].sort());
    for (const destination of calls) destination?.upstream.on(destination.call, undefined);
    for (const id of ids) expect(await faultOfControl(waiting, id, await waiting.prepare(id))).toBeNull();
    await waiting.close();
  });
});

/** A valid value with the credentials of the request added in fields with harmless names. */
function withCredentials(value: unknown, credentials: string[]): unknown {
  const extra = { nota: credentials.join(' '), historial: credentials, [`x${credentials[0] ?? ''}`]: 1 };
  if (Array.isArray(value)) return [...value.map((each) => withCredentials(each, credentials)), { id: 1, ...extra }];
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, ...extra, claveAcceso: credentials[0], token: credentials[0] };
}

describe('an upstream that echoes its request', () => {
  const WITH_JSON = oneOfEach(
    PROXIED.filter((id) => !isStream(id) && !isPicture(id) && !isFile(id)),
    destinationKind,
  );

  /** A company may be among its own clients, with its tax id. */
  const WITH_OWN_TAX_ID: readonly string[] = [
    'clients.list',
    'clients.read',
    'clients.details',
    'clients.history',
    'clients.create',
    'clients.edit',
    'clients.disable',
    'clients.mergePreview',
    'clients.merge',
    'clients.importPreview',
  ];

  /** Phones and guests have no credentials of a host. */
  const credentialsOf = ({ person }: Swept, id: OperationId): string[] => [
    ...(principalOf(id) ? [] : [person.token, `branch-${person.office}`]),
    ...(principalOf(id) || WITH_OWN_TAX_ID.includes(id) ? [] : [person.ruc ?? '']),
    SECRETS.STORAGE_PASSWORD,
  ];

  it.each(WITH_JSON)('G11: shows the browser none of it in a response of %s', async (id) => {
    const swept = await sweep.prepare(id);
    const credentials = credentialsOf(swept, id);
    const value = withCredentials(sampleAnswer(operationOf(id)), credentials);
    expect(secretsIn(JSON.stringify(value), credentials)).toEqual(credentials);
    const answer = await askedOf(id, swept, (_hit, res) => {
      sendJson(res, 200, value);
    });
    // A strict contract rejects the fields; an open one passes them without their values.
    expect([200, 502]).toContain(answer.status);
    expect(secretsIn(answer.text, credentials)).toEqual([]);
  });

  it.each(WITH_JSON)('G11: shows the browser none of it in a refusal of %s', async (id) => {
    for (const code of [400, 409, 422]) {
      const swept = await sweep.prepare(id);
      const credentials = credentialsOf(swept, id);
      const said = `No vale ${credentials.join(' ')}`;
      const changed = {
        at: '2026-11-20T15:00:00.000Z',
        by: { username: said.slice(0, 100), user: said.slice(-100) },
        what: 'editada',
      };
      const answer = await askedOf(id, swept, (_hit, res) => {
        sendJson(res, code, { message: said, changed });
      });
      expect(answer.status).toBe(code);
      expect(secretsIn(answer.text, credentials)).toEqual([]);
    }
  });

  it.each(WITH_JSON)('still passes the rest of its response for %s', async (id) => {
    const swept = await sweep.prepare(id);
    const answer = await askedOf(id, swept, (_hit, res) => {
      sendJson(res, 400, { message: 'El dato no vale' });
    });
    expect(JSON.parse(answer.text)).toMatchObject({ detail: 'El dato no vale' });
  });
});

describe('an upstream that sends additional headers', () => {
  it.each(KINDS)('G23: passes none of them on for %s', async (id) => {
    const swept = await sweep.prepare(id);
    const extra = {
      'Set-Cookie': 'up=1; Path=/',
      Server: 'Legacy/1',
      'X-Powered-By': 'PHP/5',
      'X-Backend': 'pg-primary-7',
      'Access-Control-Allow-Origin': '*',
      Link: '<http://evil.example/>; rel=preload',
      Refresh: '0; url=http://evil.example/',
      'Clear-Site-Data': '"*"',
      'Cache-Control': 'public, max-age=60',
      'Content-Security-Policy': "default-src 'none' evil",
    };
    const { upstream, call } = sweep.callOf(id, swept.parts) ?? {};
    const normal = upstream?.answerOf(call ?? '');
    const answer = await askedOf(id, swept, (hit, res, req) => {
      for (const [name, value] of Object.entries(extra)) res.setHeader(name, value);
      return normal?.(hit, res, req);
    });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.headers)).not.toMatch(/up=1|Legacy|PHP|pg-primary|evil|public, max-age|allow-origin/);
  });
});
