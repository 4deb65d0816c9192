import { type ReportedKind } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.ts';
import { sendFile, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { addPerson } from '../support/legacy.ts';
import { send } from '../support/send.ts';
import { requestOf } from '../support/sweep.ts';

/** Kinds about a tried account are reported only where our own service keeps accounts: see trail.test.ts. */
type OfPeople = Exclude<ReportedKind, 'signIn.failed' | 'signIn.throttled' | 'password.failed' | 'factor.failed'>;

const QUERY = { officeId: 'LIMA' };
const DAY = '2026-11-20';
const CSV = 'text/csv';

describe('each kind of the trail that a person causes at a gateway', () => {
  let gateway: Gateway;
  let paula: Browser;
  let credentials: ReturnType<typeof addPerson>;
  beforeAll(async () => {
    gateway = await startGateway({ REQUESTS_PER_MINUTE: '0' });
    gateway.stopClock();
    const modules = ['D01', 'D03', 'D05', 'G01', 'M01', 'T02', 'U01'];
    credentials = addPerson(gateway.legacy, 'paula', { modules, charge: 'S' });
    paula = new Browser(gateway);
    await paula.signIn(credentials);
  });
  afterAll(() => gateway.close());

  /** Takes the kinds that wait to be sent. */
  const takeKinds = (): string[] => {
    const kinds = gateway.services.trail.next().map(({ kind }) => kind);
    gateway.services.trail.sent();
    return kinds;
  };

  type At = Parameters<typeof requestOf>[2];

  /** Sends an operation, which the service answers with a file or a small object. */
  async function call(id: Parameters<typeof requestOf>[1], address: string, at: At, mediaType?: string): Promise<void> {
    gateway.dispatch.on(address, (_hit, res) => {
      if (mediaType === undefined) sendJson(res, 200, {});
      else sendFile(res, mediaType);
    });
    await send(gateway, requestOf(paula, id, at));
    gateway.dispatch.on(address, undefined);
  }
  /** @returns the gateway's ticket of a download. */
  async function prepared(id: 'exports.prepare' | 'evidence.prepare', body: object): Promise<string> {
    const { text } = await send(gateway, requestOf(paula, id, { query: QUERY, body }));
    return (JSON.parse(text) as { ticket: string }).ticket;
  }
  /** Has the service refuse the documents of a courier. */
  async function refuse(status: number): Promise<void> {
    gateway.dispatch.on('GET /operations/couriers/7/documents', (_hit, res) => {
      res.setHeader('Retry-After', '1');
      sendJson(res, status, { message: 'No' });
    });
    await send(gateway, requestOf(paula, 'couriers.documents', ofCourier));
    gateway.dispatch.on('GET /operations/couriers/7/documents', undefined);
  }
  const ofCourier = { params: { id: '7' }, query: QUERY };

  const REPORTED: Record<OfPeople, () => Promise<unknown>> = {
    'signIn.ok': () => new Browser(gateway).signIn(credentials),
    'session.ended': async () => {
      const other = new Browser(gateway);
      await other.signIn(credentials);
      await other.post('/api/auth/logout');
    },
    'export.orders': async () => {
      const ticket = await prepared('exports.prepare', { format: 'csv', filter: { estado: 'pendiente' } });
      await call('exports.download', 'GET /operations/exports', { query: { ...QUERY, ticket } }, CSV);
    },
    'export.money': () =>
      call('money.export', 'GET /operations/money/export', { query: { ...QUERY, day: DAY, formato: 'csv' } }, CSV),
    'export.report': () =>
      call(
        'reports.couriersFile',
        'GET /operations/reports/couriers/file',
        { query: { ...QUERY, periodo: 'mes', dia: DAY, formato: 'csv' } },
        CSV,
      ),
    'export.courierTrail': () =>
      call(
        'trails.file',
        'GET /operations/couriers/7/trail/file',
        { params: { id: '7' }, query: { ...QUERY, formato: 'gpx' } },
        'application/gpx+xml',
      ),
    'photos.downloaded': async () => {
      const at = { query: { ...QUERY, ticket: await prepared('evidence.prepare', { photos: ['1'] }) } };
      await call('evidence.download', 'GET /operations/evidence/exports', at, 'application/zip');
    },
    'photos.removed': () =>
      call('evidence.remove', 'POST /operations/evidence/7/remove', { ...ofCourier, body: { why: 'Borrosa' } }),
    'photo.viewed': () => call('evidence.file', 'GET /operations/evidence/7/file', ofCourier, 'image/jpeg'),
    'document.viewed': () => call('couriers.documents', 'GET /operations/couriers/7/documents', ofCourier),
    'guestLink.created': () =>
      call('guestLinks.create', 'POST /operations/guest-links', {
        query: QUERY,
        body: { subject: { kind: 'order', orderId: '7' }, days: 7 },
      }),
    'guestLink.revoked': () => call('guestLinks.revoke', 'POST /operations/guest-links/7/revoke', ofCourier),
    'courier.phoneLinked': () => call('couriers.track', 'POST /operations/couriers/7/tracker', ofCourier),
    'courier.phoneDisconnected': () =>
      call('couriers.untrack', 'POST /operations/couriers/7/tracker/disconnect', ofCourier),
    'courier.followed': () => call('trails.follow', 'POST /operations/couriers/7/follow', ofCourier),
    'courier.trailViewed': () => call('trails.courier', 'GET /operations/couriers/7/trail', ofCourier),
    'access.refused': () => refuse(403),
    'requests.throttled': () => refuse(429),
    'permissions.changed': () => paula.post('/api/permission/4', { permissionsList: [{ module: 'D01' }] }),
  };

  it.each(Object.entries(REPORTED))('G33: %s is reported once', async (kind, act) => {
    takeKinds();
    await act();
    expect(takeKinds()).toEqual(kind === 'session.ended' ? ['signIn.ok', kind] : [kind]);
  });

  it('G33: a thumbnail does not count as an opened photo; a confirmed browser copy does', async () => {
    takeKinds();
    const address = 'GET /operations/evidence/7/file';
    await call('evidence.file', address, { ...ofCourier, query: { ...QUERY, medida: 'mini' } }, 'image/jpeg');
    expect(takeKinds()).toEqual([]);
    gateway.dispatch.on(address, (_hit, res) => res.writeHead(304, { etag: '"a-version"' }).end());
    await paula.get('/api/evidence/7/file?officeId=LIMA', { 'if-none-match': '"a-version"' });
    gateway.dispatch.on(address, undefined);
    expect(takeKinds()).toEqual(['photo.viewed']);
  });
});
