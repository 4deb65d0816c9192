import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from './support/browser.ts';
import { PHOTO_TICKET, TICKET } from './support/dispatch-service.ts';
import { type Respond, sendFile } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';
import { addPerson } from './support/legacy.ts';
import { headersOf, type Received, send } from './support/send.ts';
import { policyOf, requestOf } from './support/sweep.ts';

const QUERY = { officeId: 'LIMA' };
const TEMPLATE = 'GET /operations/imports/template';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let gateway: Gateway;
let ana: Browser;
beforeAll(async () => {
  gateway = await startGateway({ REQUESTS_PER_MINUTE: '0' });
  gateway.stopClock();
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.dispatch.hits.length = 0;
});

const template = (): Promise<Received> => send(gateway, requestOf(ana, 'imports.template', { query: QUERY }));

/** Changes the service's response for one request. */
async function answeredBy(respond: Respond): Promise<Received> {
  gateway.dispatch.on(TEMPLATE, respond);
  return template().finally(() => {
    gateway.dispatch.on(TEMPLATE, undefined);
  });
}

const withHead =
  (headers: Record<string, string>, body = 'PK'): Respond =>
  (_hit, res) =>
    res.writeHead(200, headers).end(body);

const attachment = (name: string) => ({
  'content-type': XLSX,
  'content-disposition': `attachment; filename="${name}"`,
});

describe('a download', () => {
  it('G30 G31: is passed on unchanged as an attachment, without caching or sniffing', async () => {
    const content = 'Código;Nota\r\nA-1;"=1+1"\r\n'.repeat(2000);
    const { status, headers, text } = await answeredBy((_hit, res) => {
      sendFile(res, XLSX, content);
    });
    expect([status, text]).toEqual([200, content]);
    expect(headers).toMatchObject({
      'content-type': XLSX,
      'content-disposition': 'attachment; filename="ordenes-LIMA-2026-11-24.xlsx"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['a page', { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="a.xlsx"' }],
    ['a picture', { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment; filename="a.xlsx"' }],
    ['another file', { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' }],
    ['in another alphabet', { ...attachment('a.xlsx'), 'content-type': `${XLSX}; charset=utf-7` }],
    ['compressed', { ...attachment('a.xlsx'), 'content-encoding': 'gzip' }],
    ['to be shown', { 'content-type': XLSX, 'content-disposition': 'inline; filename="a.xlsx"' }],
    ['without a name', { 'content-type': XLSX }],
    ['named like a folder', attachment('../a.xlsx')],
    ['named like two', attachment('a.xlsx"; filename="b.html')],
    ['with a hidden ending', attachment('a.xlsx.exe')],
    ['without an ending', attachment('a')],
  ])('G27: that is %s is reported as a broken response', async (_what, headers) => {
    expect(await answeredBy(withHead(headers))).toMatchObject({ status: 502, kind: 'upstream-broken' });
    expect((await answeredBy(withHead(attachment('a.xlsx')))).status).toBe(200);
  });

  it('G27: that exceeds its row’s limit is cut and logged once', async () => {
    const { answer } = policyOf('imports.template').limits;
    const sized = (bytes: number): Respond => withHead(attachment('a.xlsx'), 'x'.repeat(bytes));
    expect((await answeredBy(sized(answer))).text.length).toBe(answer);
    const before = gateway.logLines().length;
    await expect(answeredBy(sized(answer + 1))).rejects.toThrow(/aborted|hang up/);
    const broken = () =>
      gateway
        .logLines()
        .slice(before)
        .filter(({ event }) => event === 'contract.broken');
    expect(broken().map(({ note }) => note)).toEqual([`file larger than ${answer} bytes`]);
  });

  it('G27: that is truncated never looks complete', async () => {
    const half: Respond = (_hit, res) => {
      res.writeHead(200, { ...attachment('a.xlsx'), 'content-length': '5000' }).write('PK');
      res.once('close', () => undefined);
      setImmediate(() => res.socket?.destroy());
    };
    await expect(answeredBy(half)).rejects.toThrow(/aborted|hang up/);
    expect((await answeredBy(withHead(attachment('a.xlsx')))).text).toBe('PK');
  });

  it('stops at the upstream when the browser disconnects', async () => {
    const closed = Promise.withResolvers<undefined>();
    gateway.dispatch.on(TEMPLATE, (_hit, res) => {
      res.writeHead(200, attachment('a.xlsx')).write('PK');
      res.once('close', () => {
        closed.resolve(undefined);
      });
    });
    const { target } = requestOf(ana, 'imports.template', { query: QUERY });
    const headers = Object.fromEntries(headersOf(ana, 'GET'));
    const call = get({ host: '127.0.0.1', port: gateway.port, path: target, headers, agent: false });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined).resume();
    call.on('error', () => undefined).destroy();
    await closed.promise;
    gateway.dispatch.on(TEMPLATE, undefined);
  });
});

describe('a download in progress', () => {
  it('G6: is cut when its session is signed out anywhere', async () => {
    const browser = new Browser(gateway);
    await browser.signIn(gateway.legacy.users.ana);
    gateway.dispatch.on(TEMPLATE, (_hit, res) => {
      res.writeHead(200, attachment('a.xlsx')).write('PK');
    });
    const { target } = requestOf(browser, 'imports.template', { query: QUERY });
    const headers = Object.fromEntries(headersOf(browser, 'GET'));
    const call = get({ host: '127.0.0.1', port: gateway.port, path: target, headers, agent: false });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const over = new Promise((resolve) =>
      answer
        .on('error', () => undefined)
        .resume()
        .once('close', resolve),
    );
    expect(gateway.services.downloads.size).toBe(1);
    expect((await browser.copy().post('/api/auth/logout')).status).toBe(204);
    await over;
    expect([answer.complete, gateway.services.downloads.size]).toEqual([false, 0]);
    gateway.dispatch.on(TEMPLATE, undefined);
  });
});

describe('concurrent uploads', () => {
  it('G36 G40: of a person are forwarded one after another', async () => {
    const held = Promise.withResolvers<undefined>();
    gateway.dispatch.on('POST /operations/imports', async (_hit, res) => {
      await held.promise;
      res.writeHead(422, { 'content-type': 'application/json' }).end('{}');
    });
    const bring = (browser: Browser) =>
      send(gateway, requestOf(browser, 'imports.preview', { query: { ...QUERY, fileName: 'a.csv' }, file: 'a' }));
    const hits = () => gateway.dispatch.hitsOf('/operations/imports').length;
    const rosa = new Browser(gateway);
    await rosa.signIn(addPerson(gateway.legacy, 'rosa2', { modules: ['U01', 'D01'] }));
    const own = [bring(ana), bring(ana), bring(ana)];
    await expect.poll(hits).toBe(1);
    const other = bring(rosa);
    await expect.poll(hits).toBe(2);
    held.resolve(undefined);
    expect((await Promise.all([...own, other])).map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(hits()).toBe(4);
    gateway.dispatch.on('POST /operations/imports', undefined);
  });
});

it('G33: the export of a day’s money is logged with who, which day and whether it was sent whole', async () => {
  const elena = new Browser(gateway);
  await elena.signIn(addPerson(gateway.legacy, 'elena', { modules: ['D05'] }));
  const query = { ...QUERY, day: '2026-11-20', formato: 'csv' };
  const download = () => send(gateway, requestOf(elena, 'money.export', { query }));
  const EXPORT = 'GET /operations/money/export';
  gateway.dispatch.on(EXPORT, (_hit, res) => {
    sendFile(res, 'text/csv');
  });
  expect((await download()).status).toBe(200);
  gateway.dispatch.on(EXPORT, (_hit, res) => res.writeHead(404).end('{}'));
  expect((await download()).status).toBe(404);
  gateway.dispatch.on(EXPORT, (_hit, res) => {
    res.writeHead(200, { ...attachment('a.csv'), 'content-type': 'text/csv', 'content-length': '5000' }).write('x');
    setImmediate(() => res.socket?.destroy());
  });
  await expect(download()).rejects.toThrow(/aborted|hang up/);
  gateway.dispatch.on(EXPORT, undefined);
  const events = gateway.logLines().filter(({ event }) => event === 'money.exported');
  const common = { level: 30, by: 'elena', officeId: 'LIMA', day: '2026-11-20', format: 'csv', ip: '127.0.0.1' };
  expect(events).toMatchObject([
    { ...common, outcome: 'complete' },
    { ...common, outcome: 'cut' },
  ]);
});

it('G33: each view of a trail, and its download, is logged with who, which courier and which day', async () => {
  const marta = new Browser(gateway);
  await marta.signIn(addPerson(gateway.legacy, 'marta', { modules: ['M01'], charge: 'S' }));
  const at = { params: { id: '7' }, query: { ...QUERY, dia: '2026-11-20' } };
  const trail = { points: { at: [], lat: [], lng: [] }, stops: [], gaps: [], leftOut: 0, work: null };
  const views = [
    [
      requestOf(marta, 'trails.courier', at),
      'GET /operations/couriers/7/trail',
      { courier: { id: '7', name: 'Luis Huamán' }, day: '2026-11-20', ...trail },
    ],
    [
      requestOf(marta, 'trails.day', { query: QUERY }),
      'GET /operations/trails',
      { day: '2026-11-20', oldestDay: '2026-09-22', couriers: [] },
    ],
  ] as const;
  for (const [request, address, answer] of views) {
    gateway.dispatch.on(address, (_hit, res) => res.writeHead(410).end('{}'));
    expect((await send(gateway, request)).status).toBe(410);
    gateway.dispatch.on(address, (_hit, res) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
    );
    expect((await send(gateway, request)).status).toBe(200);
    gateway.dispatch.on(address, undefined);
  }
  const file = 'GET /operations/couriers/7/trail/file';
  gateway.dispatch.on(file, (_hit, res) => {
    sendFile(res, 'application/gpx+xml');
  });
  const query = { ...at.query, formato: 'gpx' };
  expect((await send(gateway, requestOf(marta, 'trails.file', { ...at, query }))).status).toBe(200);
  gateway.dispatch.on(file, undefined);
  const events = gateway.logLines().filter(({ event }) => String(event).startsWith('trail.'));
  const common = { level: 30, by: 'marta', officeId: 'LIMA', ip: '127.0.0.1' };
  expect(events).toMatchObject([
    { ...common, event: 'trail.viewed', courier: '7', day: '2026-11-20' },
    { ...common, event: 'trail.viewed' },
    { ...common, event: 'trail.exported', courier: '7', day: '2026-11-20', format: 'gpx', outcome: 'complete' },
  ]);
  expect(events[1]).not.toHaveProperty('courier');
});

describe('the ticket of an export', () => {
  const prepare = async (browser: Browser, filter: object = { estado: 'pendiente' }) => {
    const body = { format: 'csv', filter };
    const answer = await send(gateway, requestOf(browser, 'exports.prepare', { query: QUERY, body }));
    return { ...answer, ticket: (JSON.parse(answer.text) as { ticket?: string }).ticket ?? '' };
  };
  const download = (browser: Browser, ticket: string) =>
    send(gateway, requestOf(browser, 'exports.download', { query: { ...QUERY, ticket } }));
  const asked = () => gateway.dispatch.hits.filter(({ method }) => method === 'GET');

  beforeAll(() => {
    gateway.dispatch.on('GET /operations/exports', (_hit, res) => {
      sendFile(res, 'text/csv');
    });
  });

  it('G20: is valid in its session, and the service receives its own ticket', async () => {
    const { ticket } = await prepare(ana);
    expect(ticket).not.toContain('"');
    expect(ticket).not.toBe(TICKET.ticket);
    const { status, headers, text } = await download(ana, ticket);
    expect([status, text]).toEqual([200, 'Código;Estado\r\nA-1;Pendiente\r\n']);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(asked().map(({ query }) => query)).toEqual([{ officeId: 'LIMA', ticket: TICKET.ticket }]);
  });

  it('G33: is logged once when prepared and once when sent, with user, count and filter', async () => {
    const events = () => gateway.logLines().filter(({ event }) => String(event).startsWith('export.'));
    const before = events().length;
    const { ticket } = await prepare(ana, { buscar: 'Quispe 987654321', estado: 'pendiente' });
    expect(events().slice(before)).toMatchObject([
      {
        event: 'export.prepared',
        level: 30,
        by: 'ana',
        officeId: 'LIMA',
        orders: TICKET.orders,
        format: 'csv',
        ip: '127.0.0.1',
      },
    ]);
    expect((await download(ana, ticket)).status).toBe(200);
    const [prepared, downloaded, ...more] = events().slice(before);
    const { session, account, by, officeId, orders, filter } = prepared ?? {};
    expect(downloaded).toMatchObject({
      event: 'export.downloaded',
      level: 30,
      session,
      account,
      by,
      officeId,
      orders,
      filter,
      outcome: 'complete',
    });
    expect([more, typeof account, filter]).toEqual([[], 'string', expect.stringMatching(/^[\w-]{16}$/)]);
    expect(JSON.stringify([prepared, downloaded])).not.toMatch(/Quispe|987654321|pendiente/);
    // Refused by the service: nothing was downloaded.
    const { ticket: used } = await prepare(ana);
    gateway.dispatch.on('GET /operations/exports', (_hit, res) => res.writeHead(404).end('{}'));
    expect((await download(ana, used)).status).toBe(404);
    gateway.dispatch.on('GET /operations/exports', (_hit, res) => {
      res
        .writeHead(200, {
          'content-type': 'text/csv',
          'content-disposition': 'attachment; filename="a.csv"',
          'content-length': '5000',
        })
        .write('x');
      setImmediate(() => res.socket?.destroy());
    });
    await expect(download(ana, used)).rejects.toThrow(/aborted|hang up/);
    gateway.dispatch.on('GET /operations/exports', (_hit, res) => {
      sendFile(res, 'text/csv');
    });
    expect(
      events()
        .slice(before + 2)
        .map(({ event, outcome }) => [event, outcome]),
    ).toEqual([
      ['export.prepared', undefined],
      ['export.downloaded', 'cut'],
    ]);
  });

  it('G20: is invalid in another session, even of the same user, without an upstream call', async () => {
    const { ticket } = await prepare(ana);
    const again = new Browser(gateway);
    await again.signIn(gateway.legacy.users.ana);
    for (const browser of [again, new Browser(gateway)]) {
      const { status } = await download(browser, ticket);
      expect(status).toBe(browser === again ? 404 : 401);
    }
    for (const word of [TICKET.ticket, `${'x'.repeat(43)}${TICKET.ticket}`, 'y'.repeat(200)])
      expect((await download(ana, word)).status).toBe(404);
    expect(asked()).toEqual([]);
    expect((await download(ana, ticket)).status).toBe(200);
    expect(asked()).toHaveLength(1);
  });

  it('G20: for all orders requires charge S, and others cause no upstream call', async () => {
    const local = addPerson(gateway.legacy, 'despachador', { modules: ['U01'] });
    const browser = new Browser(gateway);
    await browser.signIn(local);
    for (const filter of [{}, { buscar: '' }, { desde: '2026-01-01' }, { desde: '2026-01-01', hasta: '2026-02-01' }])
      expect(await prepare(browser, filter)).toMatchObject({ status: 403, kind: 'no-charge' });
    expect(gateway.dispatch.hitsOf('/operations/exports')).toEqual([]);
    expect((await prepare(browser)).status).toBe(200);
    expect((await prepare(ana, {})).status).toBe(200);
    // Only the service knows how many orders match a filter.
    gateway.dispatch.on('POST /operations/exports', (_hit, res) => res.writeHead(403).end('{}'));
    expect(await prepare(browser)).toMatchObject({
      status: 403,
      kind: 'no-charge',
      text: expect.stringContaining('casi todas las de la oficina') as string,
    });
    expect(await prepare(ana)).toMatchObject({ status: 403, kind: 'upstream-refused' });
    gateway.dispatch.on('POST /operations/exports', undefined);
  });
});

describe('an archive of photos', () => {
  const ZIP = 'GET /operations/evidence/exports';
  const head = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${PHOTO_TICKET.fileName}"`,
  };
  const prepare = async (browser: Browser, photos: string[] = ['1', '2', '3']) => {
    const answer = await send(gateway, requestOf(browser, 'evidence.prepare', { query: QUERY, body: { photos } }));
    return { ...answer, ticket: (JSON.parse(answer.text) as { ticket?: string }).ticket ?? '' };
  };
  const requested = (browser: Browser, ticket: string) =>
    requestOf(browser, 'evidence.download', { query: { ...QUERY, ticket } });
  const events = () => gateway.logLines().filter(({ event }) => String(event).startsWith('photos.'));

  it('G33: is logged when prepared and when sent, with user, number and a digest', async () => {
    gateway.dispatch.on(ZIP, withHead(head));
    const before = events().length;
    const { ticket } = await prepare(ana);
    expect(ticket).not.toContain(PHOTO_TICKET.ticket.slice(0, 10) + '"');
    expect((await send(gateway, requested(ana, ticket))).status).toBe(200);
    expect(gateway.dispatch.hitsOf('/operations/evidence/exports').map(({ query }) => query)).toContainEqual({
      officeId: 'LIMA',
      ticket: PHOTO_TICKET.ticket,
    });
    const [prepared, downloaded, ...more] = events().slice(before);
    const who = { by: 'ana', officeId: 'LIMA', photos: 3, ip: '127.0.0.1' };
    expect(prepared).toMatchObject({ ...who, event: 'photos.prepared', orders: 2 });
    expect(downloaded).toMatchObject({
      ...who,
      event: 'photos.downloaded',
      selection: prepared?.['selection'],
      outcome: 'complete',
    });
    expect([more, prepared?.['selection']]).toEqual([[], expect.stringMatching(/^[\w-]{16}$/)]);
    gateway.dispatch.on(ZIP, undefined);
  });

  it('G20: takes at most 500 photos, each once, and its ticket is valid in its session', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
    expect((await prepare(ana, ids(500))).status).toBe(200);
    for (const photos of [ids(501), [], ['7', '7'], ['0']]) expect((await prepare(ana, photos)).status).toBe(400);
    const { ticket } = await prepare(ana);
    const again = new Browser(gateway);
    await again.signIn(gateway.legacy.users.ana);
    gateway.dispatch.hits.length = 0;
    expect((await send(gateway, requested(again, ticket))).status).toBe(404);
    expect(gateway.dispatch.hits).toEqual([]);
  });

  it('G40: is passed on as fast as it is read, and stops at the service when the browser disconnects', async () => {
    const { ticket } = await prepare(ana);
    const part = Buffer.alloc(1024 * 1024, 7);
    const closed = Promise.withResolvers<number>();
    let sent = 0;
    gateway.dispatch.on(ZIP, async (_hit, res) => {
      res.writeHead(200, head);
      res.once('close', () => {
        closed.resolve(sent);
      });
      while (!res.destroyed && sent < 500) {
        sent += 1;
        if (!res.write(part)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
      }
    });
    const headers = Object.fromEntries(headersOf(ana, 'GET'));
    const call = get({
      host: '127.0.0.1',
      port: gateway.port,
      path: requested(ana, ticket).target,
      headers,
      agent: false,
    });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    // Reads the beginning and then nothing: the service waits, and other requests are answered.
    await once(answer, 'readable');
    expect((answer.read() as Buffer).length).toBeGreaterThan(0);
    for (let count = 0; count < 5; count += 1)
      expect((await answeredBy(withHead(attachment('a.xlsx')))).status).toBe(200);
    answer.on('error', () => undefined);
    call.on('error', () => undefined).destroy();
    // Sockets hold some megabytes; the archive has five hundred.
    expect(await closed.promise).toBeLessThan(40);
    await expect.poll(() => events().at(-1)?.['outcome']).toBe('cut');
    gateway.dispatch.on(ZIP, undefined);
  });
});
