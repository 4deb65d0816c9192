import { randomUUID } from 'node:crypto';
import { MODULE_CODES, type Operation } from '@despacho/contracts';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { DISPATCH_OPERATIONS, IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import { type RoutePolicy } from '../../src/routes/policy.ts';
import { ROUTES } from '../../src/routes/table.ts';
import { sampleAnswer, sampleOf } from './arbitraries.ts';
import { Browser } from './browser.ts';
import { type FakeUpstream, sendFile, sendJson } from './fake-upstream.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { addPerson, type LegacyUser } from './legacy.ts';
import { headersOf, type Received, send, type Sent } from './send.ts';

/** Every operation the gateway serves. A new one is swept as soon as it has a row. */
export const IDS = Object.keys(ROUTES) as OperationId[];
export const operationOf = (id: OperationId): Operation => OPERATIONS[id];
export const policyOf = (id: OperationId): RoutePolicy => ROUTES[id];
/** Types of the file that an operation answers with; undefined for one that answers otherwise. */
export function fileTypes(id: OperationId): readonly string[] | undefined {
  const { response } = operationOf(id);
  return response !== null && 'stream' in response ? response.file : undefined;
}
/** Whether an operation is one of the dispatcher's: those name their office in the query. */
export const isOfDispatch = (id: OperationId): boolean => id in DISPATCH_OPERATIONS;
export const isUnsafe = (id: OperationId): boolean => operationOf(id).method !== 'GET';
export const needsSession = (id: OperationId): boolean => !['public', 'everyone'].includes(String(policyOf(id).access));

const OFFICE = 'LIMA';

/** What a request holds. */
export interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** What is uploaded, where the operation takes a file. */
  file?: string | Buffer;
}

/** Where a value has to mean something to those who answer it. Whatever is missing is made from the contract. */
const MEANINGFUL: Partial<Record<OperationId, (person: LegacyUser, browser: Browser) => Parts | Promise<Parts>>> = {
  'session.login': (person) => ({
    body: { sucursal: person.office, username: person.username, password: person.password },
  }),
  'permissions.update': () => ({
    params: { id: '4' },
    query: { officeId: OFFICE },
    body: { permissionsList: [{ module: 'T02' }] },
  }),
  'exports.download': async (_person, browser) => {
    const body = { format: 'csv', filter: {} };
    const prepared = await send(browser.gateway, requestOf(browser, 'exports.prepare', { query: { officeId: OFFICE }, body })); // prettier-ignore
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
 * The call by which an operation with a handler reaches an upstream; null for those that reach none. Written by hand: a
 * handler without a line here fails the sweep.
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
  'sessions.endOfUser': `GET /api/users/${OFFICE}`,
  'storage.read': 'GET /storage/sgdempresa/findPredeterminado',
};

/** They end or replace the session they are called with, so each call needs one of its own. */
const USES_UP_ITS_SESSION = new Set<OperationId>(['session.login', 'session.logout', 'sessions.end']);

/** A request of someone entitled, with what it leads to. */
export interface Swept {
  person: LegacyUser;
  browser: Browser;
  request: Sent;
  parts: Required<Omit<Parts, 'file'>>;
}

export interface Sweep {
  gateway: Gateway;
  /** @returns someone new with charge S and every module: entitled to everything. */
  newcomer(): LegacyUser;
  /** @returns a request of someone entitled: with a session of its own where it uses that up. */
  prepare(id: OperationId): Promise<Swept>;
  /** @returns the same request of somebody else. */
  as(browser: Browser, id: OperationId, parts: Parts): Sent;
  signIn(person: LegacyUser): Promise<Browser>;
  visitor(): Promise<Browser>;
  /** Where an operation leads to, as `METHOD /path` of one of the upstreams; null for nowhere. */
  callOf(id: OperationId, parts: Parts): { upstream: FakeUpstream; call: string } | null;
  /** Calls that reached any upstream since the last time they were asked for. */
  calls(): string[];
  close(): Promise<void>;
}

const targetOf = (id: OperationId, { params = {}, query = {} }: Parts): string => {
  const path = operationOf(id).path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};

/** @returns a request of an operation in somebody's name, with whatever its row needs besides. */
export function requestOf(browser: Browser, id: OperationId, parts: Parts): Sent {
  const { method, body, upload } = operationOf(id);
  const headers = [...headersOf(browser, method), ...Object.entries(browser.always)];
  if (body) headers.push(['Content-Type', 'application/json']);
  if (upload) headers.push(['Content-Type', upload[0] ?? '']);
  if (policyOf(id).repeatable) headers.push([IDEMPOTENCY_HEADER, randomUUID()]);
  const content = body ? JSON.stringify(parts.body) : upload && (parts.file ?? 'a;b\n');
  return { method, target: targetOf(id, parts), headers, body: content };
}

/** @returns parameters, query and body as a contract takes them. */
export function madeFrom(operation: Operation): Parts {
  const sample = (part: 'params' | 'query' | 'body') => {
    const contract = operation[part];
    return contract ? { [part]: sampleOf(contract) } : {};
  };
  return { ...sample('params'), ...sample('query'), ...sample('body') };
}

/**
 * Lets the host answer what the contract of the operation says, so that a new one needs no fake of its own.
 * @returns a function that lets it answer as before.
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

/** A gateway, its upstreams, and someone who may do everything. */
export async function startSweep(
  overrides: Record<string, string> = {},
  parts: Parameters<typeof startGateway>[1] = {},
): Promise<Sweep> {
  // Each browser has an address of its own: what counts by address is another file's business.
  const gateway = await startGateway({ REQUESTS_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.0/8', ...overrides }, parts);
  gateway.stopClock();
  const { legacy, dispatch, tiles } = gateway;
  let addresses = 0;
  let people = 0;
  // A person may have a few sessions only: whoever needs a new one is somebody new.
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
    signIn,
    callOf,
    as: requestOf,
    async prepare(id) {
      const { person, browser } = await (USES_UP_ITS_SESSION.has(id) ? entitled() : (shared ??= entitled()));
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
      return all.map(({ method, path }) => `${method} ${path}`);
    },
    close: () => gateway.close(),
  };
  return sweep;
}

/** @returns calls that an answer took, without those that tell anew who is asking. */
const withoutIdentity = (calls: string[]): string[] => calls.filter((call) => call !== 'GET /base/auth/credentials');

/**
 * Sends the request of someone entitled.
 * @returns why it is no control: it was refused, or did not reach its upstream exactly once.
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
