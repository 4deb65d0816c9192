import { PROBLEM_MEDIA_TYPE } from '@despacho/contracts';
import { ANSWER_TYPES, isAsset } from '#http/answer-types.ts';
import { type Hit } from './fake-upstream.ts';
import { headerOf, type WireAnswer } from './http-answers.ts';
import { SHORTEST_SECRET, secretsIn } from './spellings.ts';
import { type Exchange, type WireTap } from './wire-tap.ts';

/** Everything a gateway under test did. */
export interface Evidence {
  tap: WireTap;
  logText: string;
  metrics: string;
  /** Everything written to the session store. */
  stored: string;
  /** Values that must never be sent. */
  secrets: string[];
  /** Requests that reached an upstream, all of them. */
  hits: Hit[];
  /** Patterns of every allowed call, as `METHOD /path`. */
  listedCalls: RegExp[];
}

/** Required on every response except files below /assets/, whatever created it (G30). */
const REQUIRED_HEADERS = `content-security-policy x-content-type-options x-frame-options referrer-policy
  permissions-policy cross-origin-opener-policy cross-origin-resource-policy x-request-id`.split(/\s+/);
/** They reveal internals or weaken a policy. */
const FORBIDDEN_HEADERS = /^(server|x-powered-by|via|x-backend|access-control-.*|set-cookie2|refresh)$/;

/** The only `Link` header: the files of a screen, in a response that no shared cache stores. */
const OWN_FILES =
  /^(?:(?:^|, )<(?:\/[\w-]+)*\/(?:assets\/[\w.-]+|theme\.js)>; rel=(?:modulepreload|preload; as=(?:script|style; crossorigin)))+$/;

const SESSION_COOKIE = /^(?:__Host-)?despacho(?:-reparto|-constancia)?=([^;]*)/;

/** Readable by scripts, each with the path of the pages that may read it. */
const CSRF_COOKIES: Readonly<Record<string, RegExp>> = {
  'XSRF-TOKEN': /^path=\/$/,
  'XSRF-REPARTO': /^path=(\/[\w-]+)*\/r$/,
  'XSRF-CONSTANCIA': /^path=(\/[\w-]+)*\/c$/,
};

const cookiesOf = ({ headers }: WireAnswer): string[] =>
  headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);

function faultsOfCookie(line: string): string[] {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const names = attributes.map((attribute) => attribute.toLowerCase());
  const name = pair.split('=', 1)[0] ?? '';
  const session = SESSION_COOKIE.test(pair);
  const faults: string[] = [];
  const path = session ? /^path=\/$/ : CSRF_COOKIES[name];
  if (!path) faults.push(`cookie ${name}`);
  if (session && !names.includes('httponly')) faults.push(`${name} can be read by scripts`);
  if (!names.includes('samesite=strict') || (path && !names.some((attribute) => path.test(attribute))))
    faults.push(`attributes of ${name}`);
  if (names.some((attribute) => attribute.startsWith('domain'))) faults.push(`${name} has a domain`);
  if (name.startsWith('__Host-') && !names.includes('secure')) faults.push(`${name} is not secure`);
  return faults;
}

/** A failure is one problem document with its request id; a truncated one is invalid. */
function faultsOfProblem(answer: WireAnswer, method: string | undefined): string[] {
  if (answer.status < 400 || method === 'HEAD') return [];
  if (!headerOf(answer, 'content-type')?.startsWith(PROBLEM_MEDIA_TYPE)) return ['not a problem document'];
  if (!answer.complete) return [];
  const problem = JSON.parse(answer.body.toString()) as Record<string, unknown>;
  const faults: string[] = [];
  if (problem['status'] !== answer.status) faults.push('another status in the problem');
  if (problem['requestId'] !== headerOf(answer, 'x-request-id')) faults.push('another request id in the problem');
  if (problem['type'] === 'urn:despacho:problem:internal') faults.push('a failure of our own making');
  return faults;
}

/** @returns the required headers of a response that are missing. */
function missingHeaders({ request, answer }: Exchange, names: readonly string[]): string[] {
  const path = /\/assets\/[^?]*/.exec(request?.target ?? '')?.[0] ?? '';
  const acting: readonly string[] = ['x-request-id', ...ANSWER_TYPES.asset];
  const isFile = [200, 304].includes(answer.status) && isAsset(path);
  return REQUIRED_HEADERS.filter((name) => (!isFile || acting.includes(name)) && !names.includes(name));
}

const isOperation = (target: string): boolean => /^(\/[\w-]+)*?\/(api|tiles)(\/|\?|$)/.test(target);

const TILE_TYPE = /^(image\/|application\/vnd\.mapbox-vector-tile$)/;

function faultsOfCaching(answer: WireAnswer, target: string): string[] {
  if (!isOperation(target)) return [];
  const caching = headerOf(answer, 'cache-control') ?? '';
  const isTile =
    (answer.status === 200 && TILE_TYPE.test(headerOf(answer, 'content-type') ?? '')) ||
    (/\/(tiles|evidence|guest\/photos)\//.test(target) && [204, 304].includes(answer.status));
  return caching === 'no-store' || (isTile && caching.startsWith('private,')) ? [] : [`cache-control: ${caching}`];
}

/** @returns the faults of a response. */
export function faultsOfAnswer({ request, answer }: Exchange): string[] {
  if (answer.status < 200) return [];
  const names = answer.headers.map(([name]) => name);
  return [
    ...(Number.isNaN(answer.status) ? ['not HTTP'] : []),
    ...missingHeaders({ request, answer }, names).map((name) => `no ${name}`),
    ...names.filter((name) => FORBIDDEN_HEADERS.test(name)).map((name) => `has ${name}`),
    ...(names.includes('location') || (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
      ? ['a redirect']
      : []),
    ...faultsOfLink(answer),
    ...cookiesOf(answer).flatMap(faultsOfCookie),
    ...faultsOfProblem(answer, request?.method),
    ...faultsOfCaching(answer, request?.target ?? ''),
  ];
}

function faultsOfLink(answer: WireAnswer): string[] {
  const link = headerOf(answer, 'link');
  if (link === undefined) return [];
  const isPrivate = headerOf(answer, 'cache-control') === 'private, no-cache';
  return isPrivate && OWN_FILES.test(link) ? [] : ['has link'];
}

/** @returns issued session ids, which may occur only in the cookie. */
function sessionIds(exchanges: Exchange[]): string[] {
  return exchanges.flatMap(({ answer }) =>
    cookiesOf(answer).flatMap((line) => {
      const id = SESSION_COOKIE.exec(line)?.[1] ?? '';
      return id.length >= SHORTEST_SECRET ? [id] : [];
    }),
  );
}

/** @returns issued csrf tokens, which must not be logged, and their secrets. */
function csrfValues(exchanges: Exchange[], stored: string): { tokens: string[]; secrets: string[] } {
  const lines = exchanges.flatMap(({ answer }) => cookiesOf(answer));
  return {
    tokens: lines.flatMap((line) => /^XSRF-(?:TOKEN|REPARTO)=([^;]{8,})/.exec(line)?.[1] ?? []),
    secrets: [...stored.matchAll(/"csrfSecret":"([^"]{8,})"/g)].map(([, secret = '']) => secret),
  };
}

/** Varying parts of log lines that contain no input. */
const VOLATILE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|"milliseconds":\d+/g;

/** A long test file has the same response thousands of times; checking distinct lines is fast enough. */
function distinctLines(text: string | Buffer): Buffer {
  const lines = Buffer.from(text).toString('latin1').replace(VOLATILE, '').split(/\r?\n/);
  return Buffer.from([...new Set(lines)].join('\n'), 'latin1');
}

/**
 * Checks everything that happened against the rules for all tests: no secret is sent in any encoding, no response lacks
 * a header, every failure is one problem, and only listed calls are made.
 * @returns one sentence for each broken rule.
 */
export function breaches(evidence: Evidence): string[] {
  const { tap, logText, metrics, stored, hits, listedCalls } = evidence;
  const secrets = evidence.secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  const exchanges = tap.exchanges();
  const csrf = csrfValues(exchanges, stored);
  const given = [...sessionIds(exchanges), ...csrf.tokens];
  const leaks = (place: string, text: string | Buffer, values: string[]) =>
    secretsIn(distinctLines(text), values).map((secret) => `${place} holds ${JSON.stringify(secret)}`);
  const faults = exchanges.flatMap((exchange) =>
    faultsOfAnswer(exchange).map((fault) => {
      const { method, target } = exchange.request ?? { method: 'bytes', target: '' };
      return `${method} ${target.slice(0, 80)} → ${exchange.answer.status}: ${fault}`;
    }),
  );
  const wire = Buffer.concat([...tap.bytes(), ...exchanges.map(({ answer }) => answer.body)]);
  return [
    ...leaks('an answer', wire, [...secrets, ...csrf.secrets]),
    ...leaks('the log', logText, [...secrets, ...given, ...csrf.secrets]),
    ...leaks('a metric', metrics, [...secrets, ...given, ...csrf.secrets]),
    ...leaks('the session store', stored, [...secrets, ...given]),
    ...new Set(faults),
    ...hits
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => !listedCalls.some((form) => form.test(call)))
      .map((call) => `an upstream was asked ${call}`),
  ];
}
