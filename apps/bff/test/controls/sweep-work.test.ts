import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationId } from '@despacho/contracts/operations';
import { costlyPictures, pngOf } from '@despacho/tooling/pictures/costly-pictures';
import { IDEMPOTENCY_HEADER, MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expensiveBodies, plainBody } from '../support/expensive-bodies.ts';
import { brokenWorkbook, expensiveFiles, honestFiles } from '../support/expensive-files.ts';
import { oneOfEach, onlyInFull } from '../support/full.ts';
import { SECRETS } from '../support/gateway.ts';
import { GatewayProcess, postLogin } from '../support/gateway-process.ts';
import { type LegacyUser } from '../support/legacy.ts';
import { cpuBetween, cpuOf, forgetPeak, memoryOf, peakOf } from '../support/process-work.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { IDS, isOfDispatch, madeFrom, operationOf, policyOf, principalOf } from '../support/sweep.ts';

/*
 * Sends every operation the most expensive requests of the allowed size, with gateway and dispatch service as separate
 * processes, and compares their CPU time with that of the cheapest request of the same size, and with one parsing of
 * it. CPU time is nearly the same on a busy machine. It also bounds the event-loop delay, because a request cannot
 * block the loop for longer than its process computes.
 */

/**
 * Largest cost of a request, in multiples of a plain one of its size and of parsing it. The worst real ones cost half
 * of that; a reviver in JSON.parse, which these limits must detect, more than twice as much.
 */
const MAX_RATIO = 4;
const PARSINGS = 3;
/** Minimum cost of a request in milliseconds, by size: less is noise and uncompiled code. */
const leastMs = (bytes: number): number => 2 + bytes / (16 * 1024);
/** The same for the service, whose transaction costs more. */
const LEAST_SERVICE_MS = 12;
/**
 * Memory in bytes that a process may take in addition. The peak of a single request depends on when V8 collects
 * garbage: hence a fixed part. The part per body is a ratio: `{}` and a comma are 3 bytes of JSON and 56 in memory,
 * once as parsed and once as checked.
 */
const MEMORY = { fixed: 128 * 1024 * 1024, timesBody: 40 };
const ROUNDS = 5;
/**
 * The same for a request that exceeds its limit so far. Code that is compiled, garbage that is collected and a busy
 * machine only add to its cost, so that a request that is really too expensive exceeds the limit in all of them.
 */
const ROUNDS_OF_EXCESS = 20;
/** A little less than the maximum length of an address, to leave room for the path. */
const ADDRESS = 1900;

const ANA = { office: 'LIMA', username: 'ana.torres', password: 'despacho' } as LegacyUser;

const REFUSED = [400];
/** Carried out, or refused for its content or its target: never for its sender or its size. */
const SERVED = [200, 204, 400, 404, 409];
/**
 * Other responses: for an invented link, for too many of them from an address, and for an order that was never
 * the courier's.
 */
const OTHERS = {
  'field.enrolment': [410, 429],
  'field.connect': [410, 429],
  'field.visit': [422],
  'field.reportVisit': [422],
};
/** Responses to a file: read, with or without invalid lines, or refused. */
const READ = [200, 400];
/** Responses to a photo: stored or refused. */
const DECODED = [200, 422];

interface Cost {
  gateway: number;
  service: number;
}

/** @returns the milliseconds that parsing a string as JSON costs on this machine. */
function parsingOf(text: string): number {
  const once = (): number => {
    const before = process.cpuUsage();
    try {
      JSON.parse(text);
    } catch {
      // Invalid JSON costs about the same up to its error.
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once(), once());
}

const tokenIn = (sent: string): string => decodeURIComponent(/XSRF-\w+=([^;]*)/.exec(sent)?.[1] ?? '');

const query = (values: Record<string, string>): string =>
  new URLSearchParams({ officeId: 'LIMA', ...values }).toString();

const many = (name: (index: number) => string): string => {
  let text = 'officeId=LIMA';
  for (let index = 0; text.length + name(index).length < ADDRESS; index++) text += `&${name(index)}`;
  return text;
};

/** Queries that are expensive to read or to answer, by kind. */
const EXPENSIVE_QUERIES: Record<string, string> = {
  'many names': many((index) => `x${index.toString(36)}=`),
  'encoded text': `officeId=LIMA&buscar=${'%C3%A1'.repeat(Math.floor((ADDRESS - 30) / 6))}`,
  'words to search': query({ buscar: 'a% _ e o i u r s '.repeat(6).slice(0, 100) }),
  'long lists': query({
    repartidor: '1,'.repeat(119) + '1',
    no_repartidor: '2,'.repeat(119) + '2',
    no_cliente: 'a,'.repeat(119) + 'a',
  }),
  'a long cursor': `officeId=LIMA&orden=cliente&cursor=${Buffer.from(`["cliente","${'["'.repeat(600)}`)
    .toString('base64url')
    .slice(0, 1400)}`,
};

/** Waits until a process uses hardly any CPU. */
async function untilIdle(pid: number): Promise<void> {
  const before = cpuOf(pid);
  // waits: CPU of another process is measured over this time
  await sleep(500);
  if (cpuBetween(before, cpuOf(pid)) > 20) await untilIdle(pid);
}

describe.runIf(process.platform === 'linux')('work per byte', () => {
  const agent = new Agent({ keepAlive: true });
  let service: ServiceProcess;
  let gateway: GatewayProcess;
  let port = 0;
  let cookies = '';
  const linkedCookies: Partial<Record<'courier' | 'guest' | 'staff', string>> = {};

  beforeAll(async () => {
    service = await startServiceProcess({ embedded: true });
    gateway = new GatewayProcess({
      PORT: '0',
      ADMIN_PORT: '0',
      DRAIN_SECONDS: '0',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '1000000',
      LOGIN_FAILURES_PER_ADDRESS: '1000000',
      ...SECRETS,
      ...service.environment,
    });
    ({ port } = await gateway.listening());
    const login = await postLogin(port, ANA);
    if (login.response.status !== 200) throw new Error(await login.response.text());
    cookies = login.cookies;
    linkedCookies.courier = await connectPhone();
    linkedCookies.guest = await openGuestLink();
    // After it listens, the service still prepares the demonstration, with some hundred megabytes.
    await untilIdle(service.pid);
  }, 120_000);
  afterAll(async () => {
    agent.destroy();
    await gateway.stop();
    await service.stop();
  });

  const cookiesOf = (id: OperationId): string => linkedCookies[principalOf(id) ?? 'staff'] ?? cookies;

  const cookiesIn = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  const asked = (path: string, sent: string, body?: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: /\/session$|^\/api\/(?:couriers|orders)\?/.test(path) ? 'GET' : 'POST',
      headers: {
        cookie: sent,
        origin: 'http://localhost:3000',
        'x-xsrf-token': tokenIn(sent),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  /** @returns the cookies of a session that an exchange of a link has started. */
  async function exchanged(path: string, session: string, body: object): Promise<string> {
    const answer = await asked(path, cookiesIn(await asked(session, '')), body);
    if (answer.status !== 200) throw new Error(await answer.text());
    return cookiesIn(answer);
  }

  /** Opens a link of a demo order. @returns the guest's cookies. */
  async function openGuestLink(): Promise<string> {
    const { orders } = (await (await asked('/api/orders?officeId=LIMA', cookies)).json()) as {
      orders: { id: string }[];
    };
    const body = { subject: { kind: 'order', orderId: orders[0]?.id ?? '' }, days: 1 };
    const linked = await asked('/api/guest-links?officeId=LIMA', cookies, body);
    const { fragment: secret } = (await linked.json()) as { fragment: string };
    return exchanged('/api/guest/open', '/api/guest/session', { secret });
  }

  /** Connects a phone of a demo courier. @returns the phone's cookies. */
  async function connectPhone(): Promise<string> {
    const couriers = (await (await asked('/api/couriers?officeId=LIMA', cookies)).json()) as { id: string }[];
    const linked = await asked(`/api/couriers/${couriers[0]?.id ?? ''}/link?officeId=LIMA`, cookies);
    const { fragment: secret, code } = (await linked.json()) as { fragment: string; code: string };
    return exchanged('/api/field/connect', '/api/field/session', { secret, code });
  }

  const ask = (
    id: OperationId,
    { target, body, type = 'application/json' }: { target: string; body?: string | Buffer | undefined; type?: string },
  ): Promise<number> => answerOf(id, { target, body, type }).then(({ status }) => status);

  /** @param keep whether to collect the response; otherwise it is discarded. */
  const answerOf = (
    id: OperationId,
    { target, body, type = 'application/json' }: { target: string; body?: string | Buffer | undefined; type?: string },
    keep = false,
  ): Promise<{ status: number; bytes: Buffer }> =>
    new Promise((resolve, reject) => {
      const { method } = operationOf(id);
      const call = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: target,
          headers: {
            host: 'localhost:3000',
            cookie: cookiesOf(id),
            'sec-fetch-site': 'same-origin',
            origin: 'http://localhost:3000',
            'x-xsrf-token': tokenIn(cookiesOf(id)),
            ...(policyOf(id).repeatable && { [IDEMPOTENCY_HEADER]: randomUUID() }),
            ...(body !== undefined && {
              'content-type': type,
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => {
            if (keep) parts.push(part);
          });
          answer.on('close', () => {
            resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) });
          });
          // An event stream has no end.
          if (answer.headers['content-type']?.startsWith('text/event-stream')) call.destroy();
        },
      );
      call.on('error', reject);
      call.end(body);
    });

  /**
   * @param enough cost that needs no further round: a lower minimum would change nothing.
   * @returns CPU milliseconds of both processes for one request: the minimum of a few, because other load only adds.
   */
  async function costOf(
    send: () => Promise<number>,
    expected: readonly number[],
    { rounds = ROUNDS, enough = { gateway: 0, service: 0 } } = {},
  ): Promise<Cost> {
    const least: Cost = { gateway: Infinity, service: Infinity };
    for (let round = 0; round < rounds; round++) {
      if (least.gateway <= enough.gateway && least.service <= enough.service) break;
      const before = [cpuOf(gateway.child.pid ?? 0), cpuOf(service.pid)] as const;
      const status = await send();
      expect(expected).toContain(status);
      const after = [cpuOf(gateway.child.pid ?? 0), cpuOf(service.pid)] as const;
      least.gateway = Math.min(least.gateway, cpuBetween(before[0], after[0]));
      least.service = Math.min(least.service, cpuBetween(before[1], after[1]));
    }
    return least;
  }

  /** @returns the cost of a request; it is repeated until it is within the limit. */
  const costWithin = (send: () => Promise<number>, expected: readonly number[], most: Cost): Promise<Cost> =>
    costOf(send, expected, { enough: most, rounds: ROUNDS_OF_EXCESS });

  /** Smallest cost of a plain request that is compared: a lower measurement counts as this. */
  const floorOf = (bytes = ADDRESS): Cost => ({ gateway: leastMs(bytes), service: LEAST_SERVICE_MS });

  /** @returns the largest accepted cost, given that of a plain request. */
  function mostOf(plain: Cost, bytes = ADDRESS): Cost {
    const floor = floorOf(bytes);
    return {
      gateway: MAX_RATIO * Math.max(plain.gateway, floor.gateway),
      service: MAX_RATIO * Math.max(plain.service, floor.service),
    };
  }

  /** @returns what is too expensive, in words. */
  function excessOf(kind: string, cost: Cost, most: Cost): string[] {
    return (['gateway', 'service'] as const)
      .filter((process) => cost[process] > most[process])
      .map((process) => `${kind}: ${process} ${cost[process].toFixed(1)} ms, at most ${most[process].toFixed(1)} ms`);
  }

  const pathOf = (id: OperationId): string => {
    const { params = {} } = madeFrom(operationOf(id));
    const name = (each: string): string => (each.endsWith('fficeId') ? 'LIMA' : (params[each] ?? ''));
    return operationOf(id).path.replace(/:(\w+)/g, (_, each: string) => encodeURIComponent(name(each)));
  };

  async function withinMemory(bytes: number, work: () => Promise<void>): Promise<string[]> {
    const pids = { gateway: gateway.child.pid ?? 0, service: service.pid };
    const before = Object.entries(pids).map(([name, pid]) => {
      forgetPeak(pid);
      return { name, pid, memory: memoryOf(pid) };
    });
    await work();
    const most = MEMORY.fixed + MEMORY.timesBody * bytes;
    return before
      .map(({ name, pid, memory }) => ({ name, more: peakOf(pid) - memory }))
      .filter(({ more }) => more > most)
      .map(({ name, more }) => `${name} took ${Math.round(more / 1e6)} MB more`);
  }

  /** Requests of a size, of staff or a phone, cost the gateway the same work. */
  const workKind = (id: OperationId): string => {
    const { limits, to } = policyOf(id);
    return [limits.request, principalOf(id), isOfDispatch(id), 'handle' in to].join(' ');
  };
  const WITH_BODY = oneOfEach(
    IDS.filter((id) => operationOf(id).body !== null && policyOf(id).limits.request <= 1024 * 1024),
    workKind,
  );

  it.each(WITH_BODY)('G40: %s costs at most a fixed multiple of a plain body of its size', async (id) => {
    const { request: bytes } = policyOf(id).limits;
    const target = `${pathOf(id)}${isOfDispatch(id) ? '?officeId=LIMA' : ''}`;
    const plain = plainBody(bytes);
    // A password of the maximum length is refused as wrong.
    const others: Partial<Record<OperationId, number[]>> = { 'session.login': [401], ...OTHERS };
    const stretched = [...SERVED, ...(others[id] ?? [])];
    const cheap = await costOf(() => ask(id, { target, body: plain }), REFUSED, { enough: floorOf(bytes) });
    let logins = 10;
    // Ten failures block an account, and a busy machine needs more rounds: each login uses another account name of the
    // same length.
    const send = (body: string) =>
      ask(id, { target, body: id === 'session.login' ? body.replace(/("username":")../, `$1${(logins += 1)}`) : body });
    // Checking a password costs the same whatever its length.
    const wrong = JSON.stringify({ sucursal: 'LIMA', username: 'nadie', password: 'x' });
    const checked = id === 'session.login' ? await costOf(() => send(wrong), [401]) : cheap;
    const excess: string[] = [];
    const heavy = await withinMemory(bytes, async () => {
      for (const [kind, body] of Object.entries(expensiveBodies(madeFrom(operationOf(id)).body, bytes))) {
        const isStretched = kind.startsWith('stretched');
        const { gateway: plainGateway, service } = isStretched ? checked : cheap;
        const most = mostOf({ gateway: plainGateway + PARSINGS * parsingOf(body), service }, bytes);
        const expected = isStretched ? stretched : REFUSED;
        excess.push(...excessOf(kind, await costWithin(() => send(body), expected, most), most));
      }
    });
    expect([...excess, ...heavy]).toEqual([]);
  });

  /** The type does not matter: the service detects a workbook by its first bytes. */
  const preview = (file: Buffer, keep = false) =>
    answerOf(
      'imports.preview',
      { target: '/api/imports?officeId=LIMA&fileName=a', body: file, type: 'text/csv' },
      keep,
    );

  it.each(onlyInFull('imports.preview' as const))(
    'G40: %s costs at most a fixed multiple of the largest valid files',
    { timeout: 300_000 },
    async (id) => {
      const { request: bytes } = policyOf(id).limits;
      const statusOf = async (file: Buffer) => (await preview(file)).status;
      const plain: Cost = { gateway: 0, service: 0 };
      for (const file of honestFiles()) {
        const cost = await costOf(() => statusOf(file), [200], { rounds: 1 });
        plain.gateway = Math.max(plain.gateway, cost.gateway);
        plain.service = Math.max(plain.service, cost.service);
      }
      const excess: string[] = [];
      const heavy = await withinMemory(bytes, async () => {
        for (const [kind, file] of Object.entries(expensiveFiles())) {
          expect(file.length, kind).toBeLessThanOrEqual(bytes);
          excess.push(...excessOf(kind, await costOf(() => statusOf(file), READ, { rounds: 1 }), mostOf(plain)));
        }
      });
      expect([...excess, ...heavy]).toEqual([]);
    },
  );

  it.each(onlyInFull('evidence.add' as const))(
    'G40: %s costs at most a fixed multiple of the largest usual photo',
    { timeout: 300_000 },
    async (id) => {
      const listed = await answerOf('orders.list', { target: '/api/orders?officeId=LIMA&limite=1' }, true);
      const order = (JSON.parse(listed.bytes.toString()) as { orders: { id: string }[] }).orders[0]?.id ?? '';
      const add = (bytes: Buffer, type: string) =>
        // With a different end, which is not read: the same file again would not be decoded.
        ask(id, {
          target: `/api/orders/${order}/evidence?officeId=LIMA&kind=entrega`,
          body: Buffer.concat([bytes, randomBytes(8)]),
          type,
        });
      const usual = pngOf({ width: 5000, height: 5000, colors: 6 });
      const plain = await costOf(() => add(usual, 'image/png'), [200], { rounds: 2 });
      const excess: string[] = [];
      for (const [kind, { bytes, type }] of Object.entries(costlyPictures()))
        excess.push(
          ...excessOf(kind, await costOf(() => add(bytes, type), DECODED, { rounds: 1 }), mostOf(plain, bytes.length)),
        );
      expect(excess).toEqual([]);
    },
  );

  it.each(onlyInFull('imports.broken' as const))(
    'G40: %s returns the invalid lines of the largest preview whole',
    { timeout: 120_000 },
    async (operation) => {
      const cell = '€'.repeat(99);
      const { status, bytes } = await preview(brokenWorkbook(cell), true);
      const answer = bytes.toString();
      expect(status, answer.slice(0, 500)).toBe(200);
      const { id, broken } = JSON.parse(answer) as { id: string; broken: number };
      expect(broken).toBe(MAX_IMPORT_LINES);
      let file: Buffer = Buffer.alloc(0);
      const heavy = await withinMemory(MAX_IMPORT_BYTES, async () => {
        ({ bytes: file } = await answerOf(operation, { target: `/api/imports/${id}/broken?officeId=LIMA` }, true));
      });
      const text = file.toString();
      expect(text.split('\r\n')).toHaveLength(MAX_IMPORT_LINES + 2);
      expect(text.split(cell)).toHaveLength(MAX_IMPORT_LINES * 20 + 1);
      expect(heavy).toEqual([]);
    },
  );

  /** Ended by the request itself, or never answered. */
  const APART = new Set<OperationId>(['session.logout', 'sessions.end', 'sessions.endOthers', 'field.signOut']);

  it.each(
    oneOfEach(
      IDS.filter((id) => operationOf(id).body === null && !APART.has(id)),
      workKind,
    ),
  )('G40: %s costs at most a fixed multiple of a plain address of the same length', async (id) => {
    const plain = await costOf(
      () => ask(id, { target: `${pathOf(id)}?inesperado=${'x'.repeat(ADDRESS - 100)}` }),
      REFUSED,
      { enough: floorOf() },
    );
    const honest = await costOf(
      () => ask(id, { target: `${pathOf(id)}${isOfDispatch(id) ? '?officeId=LIMA' : ''}` }),
      SERVED,
      { enough: floorOf() },
    );
    const most = mostOf({ gateway: Math.max(plain.gateway, honest.gateway), service: honest.service });
    const excess: string[] = [];
    const heavy = await withinMemory(ADDRESS, async () => {
      for (const [kind, search] of Object.entries(EXPENSIVE_QUERIES))
        excess.push(
          ...excessOf(
            kind,
            await costWithin(
              () => ask(id, { target: `${pathOf(id)}?${search}` }),
              kind === 'many names' ? REFUSED : SERVED,
              most,
            ),
            most,
          ),
        );
    });
    expect([...excess, ...heavy]).toEqual([]);
  });
});
