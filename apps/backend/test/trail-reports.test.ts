import { ASSERTION, type TrailReport } from '@despacho/contracts/assertion';
import { OPERATIONS } from '@despacho/contracts/operations';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_TRAIL_ADDRESSES, MAX_TRAIL_REPEATED, MAX_TRAIL_REPORTS } from '#platform/database/table-bounds.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { photo as aPhoto } from './evidence-files.ts';
import { assertionOf } from './assertions.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import request from './request.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const ADMIN = { id: 'admin', username: 'admin', user: 'Don admin', company: NORTE_RUC, officeId: 'N1' };

const report = (changes: Partial<TrailReport> = {}): TrailReport => ({
  key: randomUUID(),
  at: NOW.toISOString(),
  kind: 'signIn.ok',
  count: 1,
  requestId: 'id-of-a-request',
  address: '190.12.34.56',
  ...(changes.attempt ? {} : { person: ADMIN }),
  ...changes,
});

const attempt = (username: string, address = '190.12.34.56', sucursal = 'n1') =>
  report({ kind: 'signIn.failed', attempt: { sucursal, username }, address });

describe('reports of gateways', () => {
  const desk = useDesk();

  async function post(reports: unknown[], audience: string = ASSERTION.trailAudience) {
    const assertion = await assertionOf({}, { audience });
    return request(desk.app)
      .post('/operations/trail-reports')
      .set('Authorization', `Bearer ${assertion}`)
      .send({ reports });
  }
  const rows = () => desk.db.selectFrom('trail').selectAll().orderBy('id').execute();

  it('G33: stores who signed in, from where, with the id of the request', async () => {
    expect((await post([report()])).status).toBe(204);
    expect(await rows()).toMatchObject([
      {
        company_id: 'norte',
        office_id: 'N1',
        kind: 'signIn.ok',
        actor_id: 'admin',
        actor: 'admin',
        actor_name: 'Don admin',
        address: '190.12.34.56',
        request_id: 'id-of-a-request',
        count: 1,
      },
    ]);
  });

  it('G20: accepts only the assertion of a gateway for this purpose', async () => {
    for (const audience of [ASSERTION.audience, ASSERTION.fieldAudience, ASSERTION.guestAudience])
      expect((await post([report()], audience)).status).toBe(401);
    const bare = await request(desk.app)
      .post('/operations/trail-reports')
      .send({ reports: [report()] });
    expect(bare.status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it('stores a report that is sent again once', async () => {
    const once = report();
    await post([once]);
    await post([once, report({ kind: 'session.ended', details: { reason: 'logout' } })]);
    expect((await rows()).map(({ kind }) => kind)).toEqual(['signIn.ok', 'session.ended']);
  });

  it.each([
    ['an unknown field', { typed: 'clave' }],
    ['an unknown kind', { kind: 'other' }],
    ['an address that is none', { address: 'a name' }],
    ['a text that is too long', { requestId: 'x'.repeat(301) }],
    ['too many', undefined],
  ])('rejects %s', async (_, changes) => {
    const reports = changes ? [{ ...report(), ...changes }] : Array.from({ length: 201 }, () => report());
    expect((await post(reports)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('G33: counts refused sign-ins of an account per address and hour, without what was typed', async () => {
    await post([
      attempt('ADMIN'),
      attempt('admin'),
      attempt('my password'),
      attempt('nobody'),
      attempt('admin', '::1'),
    ]);
    await post([{ ...attempt('admin'), count: 5 }]);
    await storeReports(
      desk.db,
      [{ ...attempt('admin'), at: new Date(+NOW + 3_600_000).toISOString() }],
      new Date(+NOW + 3_600_000),
    );
    const found = await rows();
    expect(found.map((row) => [row.subject_id, row.address, row.count])).toEqual([
      ['admin', '190.12.34.56', 7],
      [null, '190.12.34.56', 2],
      ['admin', '::1', 1],
      ['admin', '190.12.34.56', 1],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/password|nobody/);
    expect(found.every((row) => row.actor === null)).toBe(true);
  });

  it('drops reports of unknown offices and companies, and keeps the others', async () => {
    const elsewhere = { ...ADMIN, officeId: 'Z9' };
    const doubled = { ...ADMIN, company: SUR_RUC };
    await post([
      report({ person: elsewhere }),
      report({ person: doubled }),
      attempt('admin', '190.1.1.1', 'Z9'),
      report({ officeId: 'S1' }),
      report({ kind: 'export.money', officeId: 'N2', details: { day: '2026-11-20' } }),
    ]);
    expect(await rows()).toMatchObject([{ kind: 'export.money', office_id: 'N2', details: { day: '2026-11-20' } }]);
  });

  it('never stores a time in the future', async () => {
    await post([report({ at: new Date(+NOW + 86_400_000).toISOString() })]);
    expect((await rows())[0]?.at).toEqual(NOW);
  });

  it('G40: counts what one person does above the maximum of an hour, and not what others do', async () => {
    const many = Array.from({ length: MAX_TRAIL_REPORTS + 50 }, () =>
      report({ kind: 'document.viewed', subject: { kind: 'visit', id: '7' } }),
    );
    for (let from = 0; from < many.length; from += 200) await storeReports(desk.db, many.slice(from, from + 200), NOW);
    // The same ones again change nothing of the single rows.
    await storeReports(desk.db, many.slice(0, 10), NOW);
    await post([report({ person: { ...ADMIN, id: 'clerk', username: 'clerk' } })]);
    const found = await rows();
    const single = found.filter(({ subject_id: id }) => id === '7');
    expect(single).toHaveLength(MAX_TRAIL_REPORTS);
    expect(found.filter((row) => row.actor === 'admin' && row.subject_id === null).map(({ count }) => count)).toEqual([
      50,
    ]);
    expect(found.at(-1)).toMatchObject({ actor: 'clerk', count: 1 });
  });

  it('keeps address and request of the first and the last report above the maximum', async () => {
    const store = (reports: TrailReport[]) => storeReports(desk.db, reports, new Date(+NOW + 60_000));
    const many = Array.from({ length: MAX_TRAIL_REPORTS }, () => report());
    for (let from = 0; from < many.length; from += 200) await store(many.slice(from, from + 200));
    const [first, second] = [
      { address: '10.0.0.1', requestId: 'first-above' },
      { address: '10.0.0.2', requestId: 'last-above' },
    ];
    const at = (ms: number) => new Date(+NOW + ms).toISOString();
    await store([report({ ...first, at: at(1000) })]);
    await store([report({ ...second, at: at(5000) })]);
    // One that arrives late is not the last.
    await store([report({ address: '10.0.0.3', requestId: 'late', at: at(3000) })]);
    expect((await rows()).at(-1)).toMatchObject({
      count: 3,
      address: first.address,
      request_id: first.requestId,
      last_address: second.address,
      last_request_id: second.requestId,
      last_at: new Date(at(5000)),
    });
    const found = await desk.dispatch.ok('trail.list', { as: 'keeper', query: { direccion: '10.0.0.2' } });
    expect(found.entries).toMatchObject([{ count: 3, last: second }]);
  });

  it('counts repeated acts by subject and hour, within a separate limit', async () => {
    const { dispatch } = desk;
    const order = await dispatch.createOrder();
    const pedro = await dispatch.createCourier({ name: 'Pedro Rojas' });
    const photo = await dispatch.ok('evidence.add', {
      id: order.id,
      query: { kind: 'entrega' },
      file: await aPhoto(1),
    });
    const view = (kind: TrailReport['kind'], subject: TrailReport['subject'], more = {}) =>
      report({ kind, subject, requestId: 'first', ...more });
    await post([
      view('photo.viewed', { kind: 'photo', id: photo.id }),
      view('photo.viewed', { kind: 'photo', id: photo.id }, { requestId: 'second' }),
      view('courier.trailViewed', { kind: 'courier', id: pedro }, { details: { day: '2026-11-19' } }),
      view('courier.trailViewed', { kind: 'courier', id: pedro }, { details: { day: '2026-11-20' } }),
      view(
        'access.refused',
        { kind: 'operation', id: 'money.export' },
        {
          count: 7,
          last: { at: NOW.toISOString(), requestId: 'seventh', address: '::1' },
        },
      ),
    ]);
    const { entries: all } = await dispatch.ok('trail.list', { as: 'keeper' });
    const entries = all.filter(({ kind }) => kind !== 'courier.created');
    expect(entries.map(({ kind, subject, count, last }) => [kind, subject?.kind, subject?.name, count, last])).toEqual([
      ['access.refused', 'operation', OPERATIONS['money.export'].summary, 7, { requestId: 'seventh', address: '::1' }],
      ['courier.trailViewed', 'courier', 'Pedro Rojas', 1, null],
      ['courier.trailViewed', 'courier', 'Pedro Rojas', 1, null],
      ['photo.viewed', 'order', order.code, 2, { requestId: 'second', address: '190.12.34.56' }],
    ]);
    // The trail has the id alone: a courier whose name is erased is named nowhere.
    expect(JSON.stringify(await rows())).not.toContain('Pedro');
    // More than the maximum of an hour does not displace other acts.
    const flood = Array.from({ length: MAX_TRAIL_REPEATED + MAX_TRAIL_REPORTS }, (_, at) =>
      view('photo.viewed', { kind: 'photo', id: String(1_000_000 + at) }),
    );
    for (let from = 0; from < flood.length; from += 200)
      await storeReports(desk.db, flood.slice(from, from + 200), NOW);
    const acts = Array.from({ length: MAX_TRAIL_REPORTS - 1 }, () => report());
    for (let from = 0; from < acts.length; from += 200) await storeReports(desk.db, acts.slice(from, from + 200), NOW);
    await post([report({ kind: 'export.money', details: { day: '2026-11-20' } })]);
    const stored = await rows();
    expect(stored.at(-1)).toMatchObject({ kind: 'export.money', count: 1, details: { day: '2026-11-20' } });
    expect(stored.filter(({ kind }) => kind === 'photo.viewed')).toHaveLength(MAX_TRAIL_REPEATED - 3 + 1);
    expect(stored.find((row) => row.kind === 'photo.viewed' && row.subject_id === null)).toMatchObject({
      count: MAX_TRAIL_REPORTS + 4,
      address: '190.12.34.56',
    });
  });

  it('G44: separates people with the same username in different offices', async () => {
    const many = Array.from({ length: MAX_TRAIL_REPORTS + 1 }, () => report());
    for (let from = 0; from < many.length; from += 200) await storeReports(desk.db, many.slice(from, from + 200), NOW);
    const namesake = { ...ADMIN, id: 'neighbour', officeId: 'N2' };
    await post([report({ kind: 'document.viewed', subject: { kind: 'visit', id: '8' }, person: namesake })]);
    expect((await rows()).at(-1)).toMatchObject({ actor_id: 'neighbour', subject_id: '8', address: '190.12.34.56' });
  });

  it('G40: counts refused sign-ins from many addresses in one row above the maximum', async () => {
    const many = Array.from({ length: MAX_TRAIL_ADDRESSES + 100 }, (_, at) =>
      attempt('admin', `10.0.${Math.floor(at / 250)}.${at % 250}`),
    );
    await storeReports(desk.db, many, NOW);
    const found = await rows();
    expect(found).toHaveLength(MAX_TRAIL_ADDRESSES + 1);
    expect(found.at(-1)).toMatchObject({ address: null, subject_id: null, count: 100 });
  });
});
