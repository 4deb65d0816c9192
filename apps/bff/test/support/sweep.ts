import { randomUUID } from 'node:crypto';
import { type LinkedPrincipal, linkedPrincipal, MODULE_CODES, type Operation } from '@despacho/contracts';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { DISPATCH_OPERATIONS, IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import { type RoutePolicy } from '#policy/policy.ts';
import { ROUTES } from '#policy/table.ts';
import { sampleAnswer, sampleOf } from './arbitraries.ts';
import { Browser, Guest, Phone } from './browser.ts';
import { newSessionId, sessionKey } from '#session/session-id.ts';
import { type FakeUpstream, sendFile, sendJson } from './fake-upstream.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { addPerson, type LegacyUser } from './legacy.ts';
import { headersOf, type Received, send, type Sent } from './send.ts';

/**
 * Every operation of the gateway except those on passwords, second factors, notices, proofs and providers, which are in
 * passwords.test.ts, second-factor.test.ts, proof.test.ts and provider-lies.test.ts. A new one is included as soon as it has a row.
 */
export const IDS = (Object.keys(ROUTES) as OperationId[]).filter(
  (id) =>
    !/^(?:passwords\.(?!link)|factor\.|provider\.|notices\.|session\.(?:factor|prove|setUp|finishSetUp))/.test(id),
);
export const operationOf = (id: OperationId): Operation => OPERATIONS[id];
export const policyOf = (id: OperationId): RoutePolicy => ROUTES[id];
/** Types of the file that an operation returns; undefined for other operations. */
export function fileTypes(id: OperationId): readonly string[] | undefined {
  const { response } = operationOf(id);
  return response !== null && 'stream' in response ? response.file : undefined;
}
/** Whether an operation belongs to the dispatcher: those name their office in the query. */
export const isOfDispatch = (id: OperationId): boolean => id in DISPATCH_OPERATIONS;
export const isUnsafe = (id: OperationId): boolean => operationOf(id).method !== 'GET';
export const needsSession = (id: OperationId): boolean =>
  !['public', 'everyone', 'courier-public', 'guest-public'].includes(String(policyOf(id).access));
/** The kind of session that an operation reads instead of one of staff. */
export const principalOf = (id: OperationId): LinkedPrincipal | undefined => linkedPrincipal(policyOf(id).access);
/** The name of its session cookie. */
export const COOKIES = { courier: 'despacho-reparto', guest: 'despacho-constancia', staff: 'despacho' } as const;

const OFFICE = 'LIMA';

/** Made by the chain for every request of a phone or guest. */
const LINKED_CHECKS = ['GET /operations/field/session', 'GET /operations/guest/session'];

/** The call before a tile of a phone. */
const AREA_CHECK = 'GET /operations/field/area';

/** Parts of a request. */
export interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The uploaded file, if the operation accepts one. */
  file?: string | Buffer;
  /** Its media type; by default the first that the operation accepts. */
  type?: string;
}

/** Values that must be meaningful to the upstream. Missing ones are generated from the contract. */
const MEANINGFUL: Partial<Record<OperationId, (person: LegacyUser, browser: Browser) => Parts | Promise<Parts>>> = {
  'session.login': (person) => ({
    body: { sucursal: person.office, username: person.username, password: person.password },
  }),
  'tiles.field': () => ({ params: { z: '12', x: '1171', y: '2186' } }),
  'permissions.update': () => ({
    params: { id: '4' },
    query: { officeId: OFFICE },
    body: { permissionsList: [{ module: 'T02' }] },
  }),
  'exports.download': async (_person, browser) => {
    const body = { format: 'csv', filter: {} };
    const prepared = await send(
      browser.gateway,
      requestOf(browser, 'exports.prepare', { query: { officeId: OFFICE }, body }),
    );
    const { ticket } = JSON.parse(prepared.text) as { ticket: string };
    return { query: { officeId: OFFICE, ticket } };
  },
  'evidence.download': async (_person, browser) => {
    const prepared = await send(
      browser.gateway,
      requestOf(browser, 'evidence.prepare', { query: { officeId: OFFICE }, body: { photos: ['1'] } }),
    );
    const { ticket } = JSON.parse(prepared.text) as { ticket: string };
    return { query: { officeId: OFFICE, ticket } };
  },
  'users.list': () => ({ params: { officeId: OFFICE } }),
  'sessions.endOfUser': () => ({ params: { officeId: OFFICE, userId: '4' } }),
  'sessions.end': async (_person, browser) => {
    const { sessions } = (await browser.get('/api/auth/sessions')).body as { sessions: { id: string }[] };
    return { params: { id: sessions[0]?.id ?? '' } };
  },
};

/**
 * The upstream call of each operation with a handler; null for none. Written by hand: a handler without an entry fails
 * the sweep.
 */
export const HANDLER_CALLS: Partial<Record<OperationId, string | null>> = {
  'config.read': null,
  'session.login': 'GET /base/auth',
  'session.read': null,
  'session.logout': null,
  'session.touch': null,
  'sessions.list': null,
  'sessions.end': null,
  'sessions.endOthers': null,
  'field.session': null,
  'guest.session': null,
  'sessions.endOfUser': `GET /api/users/${OFFICE}`,
  'storage.read': 'GET /storage/sgdempresa/findPredeterminado',
};

/** They end or replace their session, so each call requires a new one. */
const USES_UP_ITS_SESSION = new Set<OperationId>(['session.login', 'session.logout', 'sessions.end']);

/** A permitted request and its parts. */
export interface Swept {
  person: LegacyUser;
  browser: Browser;
  request: Sent;
  parts: Required<Omit<Parts, 'file' | 'type'>>;
}

export interface Sweep {
  gateway: Gateway;
  /** @returns a new user with charge S and every module. */
  newcomer(): LegacyUser;
  /** @returns a permitted request, with a new session if it uses up its session. */
  prepare(id: OperationId): Promise<Swept>;
  /** @returns the same request of another user. */
  as(browser: Browser, id: OperationId, parts: Parts): Sent;
  signIn(person: LegacyUser): Promise<Browser>;
  visitor(): Promise<Browser>;
  /** @returns a connected phone of a courier, or a guest who has opened a link. */
  linked: (principal: LinkedPrincipal) => Promise<Browser>;
  /** @returns a phone that is not connected, or a guest who has opened nothing. */
  newLinked(principal: LinkedPrincipal): Promise<Browser>;
  /** The upstream call of an operation, as `METHOD /path`; null for none. */
  callOf(id: OperationId, parts: Parts): { upstream: FakeUpstream; call: string } | null;
  /** Calls received by any upstream since the last call of this function, without those that check a phone or guest. */
  calls(): string[];
  close(): Promise<void>;
}

const targetOf = (id: OperationId, { params = {}, query = {} }: Parts): string => {
  const path = operationOf(id).path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};

/** @returns a request of an operation by this browser's user, with the headers that its row requires. */
export function requestOf(browser: Browser, id: OperationId, parts: Parts): Sent {
  const { method, body, upload } = operationOf(id);
  const headers = [...headersOf(browser, method), ...Object.entries(browser.always)];
  if (body) headers.push(['Content-Type', 'application/json']);
  if (upload) headers.push(['Content-Type', parts.type ?? upload[0] ?? '']);
  if (policyOf(id).repeatable) headers.push([IDEMPOTENCY_HEADER, randomUUID()]);
  const content = body ? JSON.stringify(parts.body) : upload && (parts.file ?? 'a;b\n');
  return { method, target: targetOf(id, parts), headers, body: content };
}

/** @returns valid parameters, query and body for a contract. */
export function madeFrom(operation: Operation): Parts {
  const sample = (part: 'params' | 'query' | 'body') => {
    const contract = operation[part];
    return contract ? { [part]: sampleOf(contract) } : {};
  };
  return { ...sample('params'), ...sample('query'), ...sample('body') };
}

/**
 * Makes the host answer as the operation's contract says, so that a new operation requires no fake.
 * @returns a function that restores the earlier response.
 */
function answerFromContract(id: OperationId, { upstream, call }: { upstream: FakeUpstream; call: string }): () => void {
  const value = sampleAnswer(operationOf(id));
  const [type] = fileTypes(id) ?? [];
  if (type !== undefined)
    upstream.on(call, (_hit, res) => {
      sendFile(res, type);
    });
  else if (value !== undefined)
    upstream.on(call, (_hit, res) => {
      sendJson(res, 200, value);
    });
  return () => {
    upstream.on(call, undefined);
  };
}

/** A gateway, its upstreams, and a user with every permission. */
export async function startSweep(
  overrides: Record<string, string> = {},
  parts: Parameters<typeof startGateway>[1] = {},
): Promise<Sweep> {
  // Each browser has its own address, because limits by address have their own tests.
  const gateway = await startGateway(
    { REQUESTS_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.0/8', ...overrides },
    { oneOrigin: true, ...parts },
  );
  gateway.stopClock();
  const { legacy, dispatch, tiles } = gateway;
  let addresses = 0;
  let people = 0;
  // The number of sessions per person is limited, so a new session belongs to a new user.
  const newcomer = () => {
    people += 1;
    return addPerson(legacy, `todas${people}`, { office: OFFICE, charge: 'S', modules: MODULE_CODES });
  };
  const visitor = async () => {
    addresses += 1;
    const browser = new Browser(gateway, { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` });
    await browser.get('/api/auth/session');
    return browser;
  };
  const newLinked = async (principal: LinkedPrincipal, id?: string) => {
    addresses += 1;
    const always = { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` };
    const browser = principal === 'courier' ? new Phone(gateway, always) : new Guest(gateway, always);
    if (id !== undefined) browser.cookies.set(COOKIES[principal], id);
    await browser.get(principal === 'courier' ? '/api/field/session' : '/api/guest/session');
    return browser;
  };
  const linked = (principal: LinkedPrincipal) => {
    const id = newSessionId();
    (principal === 'courier' ? dispatch.phones : dispatch.guests).add(sessionKey(id));
    return newLinked(principal, id);
  };
  const signIn = async (someone: LegacyUser) => {
    const browser = await visitor();
    const { status, text } = await browser.signIn(someone);
    if (status !== 200) throw new Error(`${someone.username} could not sign in: ${text}`);
    return browser;
  };
  const entitled = async () => {
    const person = newcomer();
    return { person, browser: await signIn(person) };
  };
  let undo: (() => void) | undefined;
  let shared: ReturnType<typeof entitled> | undefined;
  const ofLinked = async (principal: LinkedPrincipal) => ({ person: newcomer(), browser: await linked(principal) });
  const sharedLinked: Partial<Record<LinkedPrincipal, ReturnType<typeof ofLinked>>> = {};

  const callOf: Sweep['callOf'] = (id, { params = {} }) => {
    const { to } = policyOf(id);
    if ('handle' in to) {
      const call = HANDLER_CALLS[id];
      if (call === undefined) throw new Error(`${id} has a handler: say in sweep.ts which upstream call it makes`);
      return call === null ? null : { upstream: legacy, call };
    }
    if ('send' in to) {
      const { z = '', x = '', y = '' } = params;
      return { upstream: tiles, call: `GET /mapa/${z}/${x}/${y}` };
    }
    const values: Record<string, string> = { ...params, ownOffice: OFFICE };
    const path = to.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
    const upstream = to.upstream === 'operations' ? dispatch : legacy;
    return { upstream, call: `${operationOf(id).method} /${to.upstream}${path}` };
  };

  const sweep: Sweep = {
    gateway,
    newcomer,
    visitor,
    linked,
    newLinked: (principal) => newLinked(principal),
    signIn,
    callOf,
    as: requestOf,
    async prepare(id) {
      const principal = principalOf(id);
      const { person, browser } = await (principal
        ? (sharedLinked[principal] ??= ofLinked(principal))
        : USES_UP_ITS_SESSION.has(id)
          ? entitled()
          : (shared ??= entitled()));
      const parts = { params: {}, query: {}, body: undefined, ...madeFrom(operationOf(id)) };
      Object.assign(parts, await MEANINGFUL[id]?.(person, browser));
      const destination = callOf(id, parts);
      undo?.();
      undo = destination && !('handle' in policyOf(id).to) ? answerFromContract(id, destination) : undefined;
      sweep.calls();
      return { person, browser, parts, request: requestOf(browser, id, parts) };
    },
    calls() {
      const all = [legacy, dispatch, tiles].flatMap(({ hits }) => hits.splice(0));
      const calls = all.map(({ method, path }) => `${method} ${path}`);
      const isOfTile = calls.some((call) => call.startsWith('GET /mapa/'));
      return calls.filter((call) => !LINKED_CHECKS.includes(call) && !(isOfTile && call === AREA_CHECK));
    },
    close: () => gateway.close(),
  };
  return sweep;
}

/** @returns the calls of a request, without those that refresh the user. */
const withoutIdentity = (calls: string[]): string[] => calls.filter((call) => call !== 'GET /base/auth/credentials');

/**
 * Sends a permitted request.
 * @returns why it is not a valid control: it was refused, or did not reach its upstream exactly once.
 */
export async function faultOfControl(sweep: Sweep, id: OperationId, { request, parts }: Swept): Promise<string | null> {
  sweep.calls();
  const answer: Received = await send(sweep.gateway, request);
  const expected = operationOf(id).response === null ? 204 : 200;
  if (answer.status !== expected) return `answered ${answer.status} ${answer.text.slice(0, 300)}`;
  const wanted = sweep.callOf(id, parts)?.call;
  const calls = withoutIdentity(sweep.calls());
  const reached = calls.filter((call) => call === wanted).length;
  if (wanted === undefined) return calls.length === 0 ? null : `reached ${calls.join(', ')}`;
  return reached === 1 ? null : `reached ${wanted} ${reached} times (${calls.join(', ')})`;
}
