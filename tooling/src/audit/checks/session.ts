import { type Check, isOurs, kindOf, type Findings, NotCheckable, signedIn, type Site } from '../check.ts';
import { type Answer } from '../client.ts';
import { Visitor } from '../visitor.ts';

const SESSION = '/api/auth/session';
const LOGOUT = '/api/auth/logout';
const HOUR_MS = 3_600_000;
/** Below the 15 seconds after which a stream itself checks whether its session still exists. */
const AT_ONCE_MS = 8000;

/** All fields of a session that a browser may get. Written by hand. */
const FIELDS = [
  'charge',
  'endsAt',
  'id',
  'idleEndsAt',
  'isNamed',
  'officeId',
  'permissionsList',
  'sucursal',
  'user',
  'username',
];

/** A second browser of the same user. */
async function another(site: Site, headers: Record<string, string> = {}): Promise<Visitor> {
  const { credentials, visitor } = signedIn(site);
  const fresh = await Visitor.arrive(visitor.client);
  const answer = await fresh.signIn(credentials, headers);
  if (answer.status !== 200) throw new Error(`a second sign-in was answered ${answer.status} ${kindOf(answer) ?? ''}`);
  return fresh;
}

async function dead(findings: Findings, visitor: Visitor, what: string): Promise<void> {
  const answer = await visitor.copy().get('/api/storage');
  findings.expect(answer.status === 401, `${what}: ${answer.status} instead of 401`);
}

/** A second browser with the current cookies. */
async function alive(findings: Findings, visitor: Visitor, what: string): Promise<void> {
  const answer = await visitor.copy().get(SESSION);
  findings.expect(answer.status === 200, `${what}: ${answer.status} instead of 200`);
}

const fieldsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value).sort() : [];

function bodyOf(answer: Answer): unknown {
  if (answer.status !== 200) throw new Error(`${answer.method} ${answer.path} was answered ${answer.status}`);
  return JSON.parse(answer.text);
}

export const sessionChecks: readonly Check[] = [
  {
    id: 'login-replaces',
    row: 'G4',
    title: 'login and logout replace the session id and the csrf token; the old ones are rejected',
    needs: 'sign-in',
    async run(site, findings) {
      const { credentials } = signedIn(site);
      const visitor = await Visitor.arrive(site.client);
      const before = visitor.copy();
      await visitor.signIn(credentials);
      findings.expect(before.session[1] !== visitor.session[1], 'the id from before the login still works');
      findings.expect(before.token !== visitor.token, 'the token from before the login still works');
      const replayed = await before.post('/api/auth/login', {});
      findings.expectRefusal(replayed, [403], 'wrong-csrf-token', 'the session from before the login');
      const stale = await visitor.post(LOGOUT, undefined, { 'x-xsrf-token': before.token });
      findings.expectRefusal(stale, [403], 'wrong-csrf-token', 'the token from before the login');
      await alive(findings, visitor, 'the new id, the control');
      const during = visitor.copy();
      await visitor.post(LOGOUT);
      await dead(findings, during, 'the id from before the logout');
      const again = await Visitor.arrive(site.client);
      const old = await again.post('/api/auth/login', {}, { 'x-xsrf-token': during.token });
      findings.expectRefusal(old, [403], 'wrong-csrf-token', 'the token from before the logout');
    },
  },
  {
    id: 'limits',
    row: 'G5',
    title: 'a session has an idle limit of at most two hours and an absolute limit of at most a day',
    needs: 'sign-in',
    run(site, findings) {
      const { view } = signedIn(site);
      const [idle, end] = [Date.parse(view.idleEndsAt) - Date.now(), Date.parse(view.endsAt) - Date.now()];
      findings.expect(idle > 0 && idle <= 2 * HOUR_MS, `idle for ${Math.round(idle / 60_000)} minutes`);
      findings.expect(end > 0 && end <= 24 * HOUR_MS, `for ${Math.round(end / HOUR_MS)} hours in any case`);
      return Promise.resolve();
    },
  },
  {
    id: 'background',
    row: 'G5',
    title: 'background requests of a page do not keep a session alive',
    needs: 'slow',
    async run(site, findings) {
      const visitor = await another(site);
      const endOf = (answer: Answer) => (bodyOf(answer) as { idleEndsAt: string }).idleEndsAt;
      const first = endOf(await visitor.get(SESSION));
      // The gateway records a use at most every twenty seconds.
      await new Promise((resolve) => setTimeout(resolve, 22_000));
      const polled = endOf(await visitor.get(SESSION, { 'x-despacho-background': '1' }));
      findings.expect(polled === first, 'a background request extended the session');
      await visitor.get(SESSION);
      findings.expect(endOf(await visitor.get(SESSION)) !== first, 'the control, a foreground request, did not');
      await visitor.post(LOGOUT);
    },
  },
  {
    id: 'logout',
    row: 'G6',
    title: 'logout is a POST, ends the session, expires its cookies and clears only the cache',
    needs: 'sign-in',
    async run(site, findings) {
      const visitor = await another(site);
      const get = await visitor.get(LOGOUT);
      findings.expectRefusal(get, [405], 'method-not-allowed', 'GET');
      await alive(findings, visitor, 'after a GET');
      const before = visitor.copy();
      const answer = await visitor.post(LOGOUT);
      findings.expect(answer.status === 204, `${answer.status} instead of 204`);
      const expired = answer.setCookies.filter((line) => /expires=thu, 01 jan 1970/i.test(line));
      findings.expect(expired.length === 2, `${expired.length} of two cookies were expired`);
      const cleared = answer.headers['clear-site-data'];
      findings.expect(cleared === '"cache"', `Clear-Site-Data: ${cleared ?? 'missing'}`);
      await dead(findings, before, 'its session');
      const again = await visitor.post(LOGOUT);
      findings.expect(again.status === 204, `repeated: ${again.status} instead of 204`);
    },
  },
  {
    id: 'streams-end',
    row: 'G6',
    title: 'event streams end with their session',
    needs: 'sign-in',
    async run(site, findings) {
      const visitor = await another(site);
      const { host, basePath } = site.client;
      const head = [
        `GET ${basePath}/api/events HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${visitor.cookieHeader}`,
        'Accept: text/event-stream',
        'Sec-Fetch-Site: same-origin',
        'Connection: close',
      ];
      const socket = await site.client.connect();
      let text = '';
      const opened = Promise.withResolvers<undefined>();
      const ended = new Promise<boolean>((resolve) => {
        socket.once('close', () => {
          resolve(true);
        });
      });
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
        if (text.includes('\r\n\r\n')) opened.resolve(undefined);
      });
      socket.on('error', () => undefined);
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      await Promise.race([opened.promise, ended]);
      const isStream = /^HTTP\/1\.1 200[\s\S]*text\/event-stream/i.test(text);
      await visitor.post(LOGOUT);
      const inTime = new Promise<boolean>((resolve) => setTimeout(resolve, AT_ONCE_MS, false).unref());
      const closed = await Promise.race([ended, inTime]);
      socket.destroy();
      if (!isStream) throw new NotCheckable('this site has no event stream');
      findings.expect(closed, `a stream was still open ${AT_ONCE_MS / 1000} s after the logout`);
    },
  },
  {
    id: 'own-sessions',
    row: 'G7',
    title: 'a user lists their sessions and ends one, which stops working immediately',
    needs: 'sign-in',
    async run(site, findings) {
      const { visitor } = signedIn(site);
      const list = async () =>
        (bodyOf(await visitor.get('/api/auth/sessions')) as { sessions: { id: string; current: boolean }[] }).sessions;
      const before = new Set((await list()).map(({ id }) => id));
      const other = await another(site);
      const added = (await list()).filter(({ id, current }) => !before.has(id) && !current);
      findings.expect(added.length === 1, `${added.length} sessions were added by a sign-in`);
      const id = added[0]?.id ?? 'none';
      findings.expect(other.session[1] !== id, 'the list shows the cookie’s value');
      await alive(findings, other, 'the other session, the control');
      const answer = await visitor.send(`/api/auth/sessions/${id}`, { method: 'DELETE' });
      findings.expect(answer.status === 204, `ending it: ${answer.status} instead of 204`);
      await dead(findings, other, 'the ended session');
      await alive(findings, visitor, 'one’s own');
    },
  },
  {
    id: 'session-fields',
    row: 'G10',
    title: 'the session response contains only the named fields',
    needs: 'sign-in',
    async run(site, findings) {
      const view = bodyOf(await signedIn(site).visitor.get(SESSION)) as Record<string, unknown>;
      findings.expect(fieldsOf(view).join() === FIELDS.join(), `it contains ${fieldsOf(view).join(', ')}`);
      findings.expect(fieldsOf(view['officeId']).join() === 'id', 'officeId contains more than its id');
    },
  },
  {
    id: 'forwarded',
    row: 'G24',
    title: 'a client address in a forwarding header of the client is ignored',
    needs: 'sign-in',
    async run(site, findings) {
      // A gateway that trusts proxies by their address uses the nearest one that is not a proxy.
      const [claimed, nearest] = ['203.0.113.77', '198.51.100.77'];
      const chain = `${claimed}, ${nearest}`;
      const other = await another(site, {
        'x-forwarded-for': chain,
        forwarded: `for=${claimed}`,
        'x-real-ip': claimed,
      });
      const answer = await other.get('/api/auth/sessions', { 'x-forwarded-for': chain });
      findings.expect(answer.status === 200, `the list of sessions: ${answer.status}`);
      findings.expect(!answer.text.includes(claimed), 'the list of sessions shows the claimed address');
      await other.post(LOGOUT);
      if (answer.text.includes(nearest))
        throw new NotCheckable('this address is in TRUST_PROXY, or the proxy is not: run it from where people are');
    },
  },
  {
    id: 'scheme-fixed',
    row: 'G24',
    title: 'PUBLIC_ORIGIN decides the attributes of cookies, not the scheme a client claims',
    async run({ client }, findings) {
      const plain = await new Visitor(client).get(SESSION);
      const claimed = await new Visitor(client).get(SESSION, {
        'x-forwarded-proto': client.secure ? 'http' : 'https',
        'x-forwarded-host': 'atacante.example',
      });
      const shape = (answer: Answer) => answer.setCookies.map((line) => line.replace(/=[^;]*/, '=…')).join(' | ');
      findings.expect(isOurs(plain), 'the gateway did not answer');
      findings.expect(shape(plain) === shape(claimed), `${shape(claimed)} instead of ${shape(plain)}`);
    },
  },
];
