import { ANSWER_TYPES, isAsset } from '../../../../apps/bff/tools/settings.ts';
import { type Answer } from '../client.ts';
import { type Check, isOurs, kindOf, type Site } from '../check.ts';
import { Visitor } from '../visitor.ts';

const YEAR_SECONDS = 31_536_000;
const isApi = ({ path }: Answer): boolean => /^\/(api|tiles)(\/|$|\?)/.test(path);
const said = ({ method, path, status }: Answer): string => `${method} ${path} (${status})`;

/**
 * Endpoints whose upstream responses contain more than a browser should get. Some require a module; a refusal is a
 * response as well.
 */
const OWN_READS = ['/api/users', '/api/clients', '/api/storage', '/api/auth/session'];

/** Security headers with a test of their value. */
const HEADERS: Readonly<Record<string, (value: string) => boolean>> = {
  'content-security-policy': (value) =>
    !value.includes('unsafe-') &&
    !value.includes('*') &&
    /default-src '(self|none)'/.test(value) &&
    (value === "default-src 'none'" || value.includes("frame-ancestors 'none'")),
  'x-content-type-options': (value) => value === 'nosniff',
  'referrer-policy': (value) => ['same-origin', 'no-referrer', 'strict-origin'].includes(value),
  'permissions-policy': (value) => value.includes('camera=()') && value.includes('geolocation=()'),
  'cross-origin-opener-policy': (value) => value === 'same-origin',
  'cross-origin-resource-policy': (value) => value === 'same-origin',
};

/** @returns the names of those that a response requires. */
function requiredOf({ path, status }: Answer): string[] {
  const acting: readonly string[] = ANSWER_TYPES.asset;
  const isFile = [200, 304].includes(status) && isAsset(path);
  return Object.keys(HEADERS).filter((name) => !isFile || acting.includes(name));
}

/** One response of each status that is possible without a sign-in, static files included. */
async function everyKind(site: Site): Promise<Answer[]> {
  const { client } = site;
  const visitor = await Visitor.arrive(client);
  const page = await client.ask('/', { headers: { accept: 'text/html' } });
  const asset = /(?:src|href)="\.?\/?((?:[\w-]+\/)*assets\/[\w.-]+)"/.exec(page.text)?.[1];
  const etag = page.headers['etag'] ?? '';
  const post = (headers: Record<string, string>, body = '{}') => visitor.post('/api/auth/login', body, headers);
  return [
    page,
    await client.ask('/', { method: 'HEAD' }),
    await client.ask('/', { headers: { 'if-none-match': etag } }),
    await client.ask('/clients', { headers: { accept: 'text/html' } }),
    await client.ask('/nada.js'),
    await client.ask('/favicon.svg', { headers: { range: 'bytes=0-1' } }),
    ...(asset === undefined ? [] : [await client.ask(`/${asset}`)]),
    await client.ask('/', { method: 'POST' }),
    await client.ask('/api/config'),
    await client.ask('/api/nada'),
    await client.ask('/api/config', { method: 'PUT' }),
    await client.ask('/api/clients'),
    await client.ask('/tiles/1/1/1'),
    await client.ask('/api/config?x=1'),
    await client.ask('/api/%2e%2e/x'),
    await client.ask(`/api/${'x'.repeat(3000)}`),
    await post({ 'x-xsrf-token': '' }),
    await post({ 'content-type': 'text/plain' }),
    await post({}, JSON.stringify({ a: 'x'.repeat(20_000) })),
    await post({}),
  ];
}

export const answerChecks: readonly Check[] = [
  {
    id: 'security-headers',
    row: 'G30',
    title: 'every response forbids sniffing, and all but hashed files foreign scripts and framing too',
    async run(site, findings) {
      const answers = (await everyKind(site)).filter(isOurs);
      findings.expect(answers.length > 10, `${answers.length} answers of the gateway only: too few for this check`);
      for (const answer of answers) {
        for (const name of requiredOf(answer)) {
          const value = answer.headers[name];
          findings.expect(
            value !== undefined && HEADERS[name]?.(value) === true,
            `${said(answer)}: ${name}: ${value ?? 'missing'}`,
          );
        }
        findings.expect(answer.headers['x-powered-by'] === undefined, `${said(answer)} sends X-Powered-By`);
        findings.expect(!/[\d/]/.test(answer.headers['server'] ?? ''), `${said(answer)} sends a version in Server`);
      }
    },
  },
  {
    id: 'hsts',
    row: 'G30',
    title: 'HSTS is sent over TLS for a year or longer, and not over plain http',
    run({ client }, findings) {
      for (const answer of client.answers.filter(isOurs)) {
        const value = answer.headers['strict-transport-security'];
        const age = Number(/max-age=(\d+)/.exec(value ?? '')?.[1] ?? 0);
        if (client.secure) findings.expect(age >= YEAR_SECONDS, `${said(answer)}: ${value ?? 'missing'}`);
        else findings.expect(value === undefined, `${said(answer)}: ${String(value)} over plain http`);
      }
      return Promise.resolve();
    },
  },
  {
    id: 'caching',
    row: 'G31',
    title: '/api is not cacheable, hashed files are immutable, the page is revalidated',
    async run(site, findings) {
      await everyKind(site);
      for (const answer of site.client.answers.filter(isOurs)) {
        const value = answer.headers['cache-control'] ?? 'missing';
        const right = isApi(answer)
          ? value.includes('no-store') || ([200, 204].includes(answer.status) && answer.path.startsWith('/tiles/'))
          : answer.path.startsWith('/assets/') && answer.status === 200
            ? value.includes('immutable')
            : /no-cache|no-store/.test(value);
        findings.expect(right, `${said(answer)}: ${value}`);
      }
    },
  },
  {
    id: 'problems',
    row: 'G32',
    title: 'every error is a problem document with its request id and no internals',
    async run(site, findings) {
      await everyKind(site);
      const errors = site.client.answers.filter(({ status, method }) => status >= 400 && method !== 'HEAD');
      for (const answer of errors.filter(isOurs)) {
        findings.expect(kindOf(answer) !== undefined, `${said(answer)} is not a problem document`);
        const id = answer.headers['x-request-id'] ?? '';
        findings.expect(answer.text.includes(`"requestId":"${id}"`), `${said(answer)} has no request id`);
        const inside = /\bat \S+ \(|node_modules|\.ts:\d|ECONN|127\.0\.0\.1|https?:\/\//.exec(answer.text)?.[0];
        findings.expect(inside === undefined, `${said(answer)} reveals «${inside ?? ''}»`);
        findings.expect(kindOf(answer) !== 'internal', `${said(answer)} is an internal failure of the gateway`);
      }
    },
  },
  {
    id: 'no-redirect',
    row: 'G29',
    title: 'the API answers 401 and 403, never a redirect',
    async run({ client }, findings) {
      const visit = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } };
      for (const path of ['/api/clients', '/api/users', '/api/storage', '/api/events'])
        findings.expectRefusal(await client.ask(path, visit), [401], 'no-session', path);
      for (const answer of client.answers.filter(isApi))
        findings.expect(answer.status < 300 || answer.status >= 400, `${said(answer)} redirects elsewhere`);
    },
  },
  {
    id: 'secrets-in-answers',
    row: 'G11',
    title: 'no response of this audit contained a token, a password or a field with such a name',
    async run({ client, person }, findings) {
      for (const path of person ? OWN_READS : []) await person?.visitor.get(path);
      const named = /"[^"]*(token|clave|password|contrase|secret|hash)[^"]*":/i;
      const jwt = /eyJ[\w-]{10,}\.[\w-]{10,}\./;
      for (const answer of client.answers.filter(isApi)) {
        const field = named.exec(answer.text)?.[0] ?? jwt.exec(answer.text)?.[0];
        findings.expect(field === undefined, `${said(answer)} holds ${field ?? ''}`);
        const { password } = person?.credentials ?? {};
        const repeated = password !== undefined && password.length > 7 && answer.text.includes(`"${password}"`);
        findings.expect(!repeated, `${said(answer)} repeats the password`);
      }
    },
  },
];
