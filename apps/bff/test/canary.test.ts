import { expect, it } from 'vitest';
import { Browser } from './support/browser.ts';
import { type Respond, sendJson } from './support/fake-upstream.ts';
import { type Gateway, SECRETS, startGateway, TILES_KEY } from './support/gateway.ts';

const PASSWORD = 'canary+pass word/ñ&=%';

const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];

function found(haystack: string, secrets: string[]): string[] {
  return secrets.filter((secret) => spellings(secret).some((spelling) => haystack.includes(spelling)));
}

/** Everything a person of every right can set off, refusals and outages included. */
async function exercise(gateway: Gateway): Promise<string> {
  const { ana } = gateway.legacy.users;
  const seen: string[] = [];
  const browser = new Browser(gateway);
  const note = ({ headers, text, status }: { headers: object; text: string; status: number }) =>
    seen.push(`${status} ${JSON.stringify(headers)} ${text}`);
  note(await browser.get('/api/config'));
  note(await browser.get('/api/auth/session'));
  note(await browser.signIn({ ...ana, password: `${PASSWORD}!` }));
  note(await browser.signIn(ana));
  const paths = [
    '/api/auth/session',
    '/api/users',
    '/api/users/CUSCO',
    '/api/clients',
    '/api/clients/7',
    '/api/clients/404',
    '/api/storage',
    '/api/offices',
    '/api/nothing',
    '/tiles/3/1/2',
    '/tiles/3/1/3',
  ];
  for (const path of paths) note(await browser.get(path));
  note(await browser.post('/api/permission/3', { permissionsList: [{ module: 'T02' }] }));
  note(await browser.post('/api/permission/1', { permissionsList: [] }));
  const leaky =
    (status: number): Respond =>
    (_hit, res) => {
      sendJson(res, status, { message: `token ${ana.token} clave ${SECRETS.STORAGE_PASSWORD}` });
    };
  for (const status of [401, 403, 404, 500, 504, 302]) {
    for (const route of ['GET /base/clients/', 'GET /storage/sgdempresa/findPredeterminado', 'GET /api/users/LIMA'])
      gateway.legacy.on(route, leaky(status));
    for (const path of ['/api/clients', '/api/storage', '/api/users']) note(await browser.get(path));
  }
  gateway.legacy.on('GET /base/auth/credentials', (_hit, _res, req) => req.socket.destroy());
  gateway.advance(120_000);
  note(await browser.get('/api/auth/session'));
  note(await browser.post('/api/auth/login?user=ana&password=x', {}));
  note(await browser.post('/api/auth/logout'));
  return seen.join('\n');
}

it('C3: no upstream credential reaches the browser, a log line at the lowest level, or a metric', async () => {
  const gateway = await startGateway();
  try {
    const { ana } = gateway.legacy.users;
    ana.password = PASSWORD;
    const secrets = [PASSWORD, ana.token, ana.ruc ?? '', 'branch-LIMA', TILES_KEY, ...Object.values(SECRETS)];
    const answers = await exercise(gateway);
    // The control: each was really in play, and the search does find what is there.
    const arrived = JSON.stringify(gateway.legacy.hits);
    expect(
      found(arrived, [ana.token, ana.ruc ?? '', SECRETS.STORAGE_USER, SECRETS.STORAGE_PASSWORD, 'branch-LIMA']),
    ).toHaveLength(5);
    expect(found(JSON.stringify(gateway.tiles.hits), secrets)).toEqual([TILES_KEY]);
    expect(gateway.legacy.hitsOf('/base/auth').map(({ query }) => query['password'])).toContain(PASSWORD);
    expect(found(`x ${Buffer.from(PASSWORD).toString('base64')} y`, secrets)).toEqual([PASSWORD]);
    expect(answers).toContain('Óptica');
    expect(gateway.logLines().length).toBeGreaterThan(40);

    expect(found(answers, secrets)).toEqual([]);
    expect(found(gateway.logText(), secrets)).toEqual([]);
    expect(found(gateway.services.metrics.render(), secrets)).toEqual([]);
    expect(gateway.services.metrics.render()).toContain(
      'gateway_requests_total{operation="clients.list",status="200"}',
    );
  } finally {
    await gateway.close();
  }
});

it('C3: the log holds neither cookies nor csrf tokens nor queries, and every line is one object', async () => {
  const gateway = await startGateway();
  try {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    await browser.get('/api/clients/a%20b?secret=canary-query');
    await browser.get('/api/x%0aInjected');
    const log = gateway.logText();
    expect(log).toContain('"path":"/api/clients/a%20b"');
    expect(found(log, ['canary-query', browser.cookies.get('despacho') ?? '', browser.csrfToken])).toEqual([]);
    for (const line of log.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ service: 'gateway', time: expect.stringMatching(/Z$/) as string });
  } finally {
    await gateway.close();
  }
});
