import { office } from '@despacho/contracts';
import { ASSERTION } from '@despacho/contracts/assertion';
import { type Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertionOf, claimsOf } from './assertions.ts';
import { type PersonName, resetPeople } from './people.ts';
import request from './request.ts';
import { createClock, createServices, createTestApp, NOW, openTestDatabase } from './test-services.ts';

describe('the dispatch API', () => {
  let close: () => Promise<void>;
  let app: Express;

  beforeAll(async () => {
    const opened = await openTestDatabase();
    ({ close } = opened);
    await resetPeople(opened.db);
    app = createTestApp(createServices(opened.db, createClock()));
  });
  afterAll(() => close());

  const offices = async (assertion: Promise<string> | string) =>
    request(app)
      .get('/operations/offices')
      .set('Authorization', `Bearer ${await assertion}`);

  it.each<[PersonName, string[]]>([
    ['supervisor', ['N1', 'N2']],
    ['blindsupervisor', ['N1', 'N2']],
    ['admin', ['N1']],
    ['colleague', ['N2']],
    ['stranger', ['S1']],
    ['strangerclerk', ['S1']],
  ])('lists for %s the offices %j', async (who, ids) => {
    const answer = await offices(assertionOf(claimsOf(who)));
    expect(answer.status).toBe(200);
    expect((answer.body as unknown[]).map((each) => office.parse(each).id)).toEqual(ids);
  });

  it('returns the time zone of each office', async () => {
    const body: unknown = (await offices(assertionOf(claimsOf('supervisor')))).body;
    expect(body).toEqual([
      { id: 'N1', name: 'Norte uno', timeZone: 'America/Lima', dayTurnsAt: '05:00' },
      { id: 'N2', name: 'Norte dos', timeZone: 'America/La_Paz', dayTurnsAt: '05:00' },
    ]);
  });

  it('lists no offices for people of an unknown company or office', async () => {
    expect((await offices(assertionOf({ ...claimsOf('supervisor'), company: null }))).body).toEqual([]);
    expect((await offices(assertionOf({ ...claimsOf('supervisor'), company: '20999999999' }))).body).toEqual([]);
    expect((await offices(assertionOf({ ...claimsOf('admin'), officeId: 'S1' }))).body).toEqual([]);
  });

  const from = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
  const right = claimsOf('supervisor');
  const nameless = Object.fromEntries(Object.entries(right).filter(([claim]) => claim !== 'username'));

  it('accepts an assertion with the maximum lifetime', async () => {
    expect((await offices(assertionOf(right, { lifetime: ASSERTION.maxLifetime }))).status).toBe(200);
  });

  it.each<[string, Promise<string> | string, object]>([
    ['nothing', '', { reason: 'form' }],
    ['no token at all', 'x.y.z', { reason: 'form' }],
    ['another key', assertionOf(right, { key: 'another key of the right length, forty two' }), { reason: 'key' }],
    ['another algorithm', assertionOf(right, { alg: 'HS512' }), { reason: 'form' }],
    [
      'no algorithm',
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...right, exp: 4e9 }))}.`.replaceAll('=', ''),
      { reason: 'form' },
    ],
    ['another issuer', assertionOf(right, { issuer: 'someone-else' }), { reason: 'form' }],
    ['another audience', assertionOf(right, { audience: 'another-service' }), { reason: 'form' }],
    ['one that has expired', assertionOf(right, { from: from(-61_000) }), { reason: 'clock', aheadSeconds: -61 }],
    ['one of the future', assertionOf(right, { from: from(31_000) }), { reason: 'clock', aheadSeconds: 31 }],
    ['one that lives too long', assertionOf(right, { lifetime: 3600 }), { reason: 'form' }],
    [
      'one that would live too long with another key',
      assertionOf(right, { lifetime: 3600, key: 'k'.repeat(40) }),
      { reason: 'key' },
    ],
    ['one without a user name', assertionOf(nameless), { reason: 'form' }],
    ['a name that cannot be stored', assertionOf({ ...right, user: 'Doña\0Ana' }), { reason: 'form' }],
    ['an office that cannot be stored', assertionOf({ ...right, officeId: 'N1\0' }), { reason: 'form' }],
  ])('rejects %s with the reason', async (_name, assertion, why) => {
    for (const path of ['offices', 'events', 'assertion']) {
      const answer = await request(app)
        .get(`/operations/${path}`)
        .set('Authorization', `Bearer ${await assertion}`);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: 'La solicitud no viene de la pasarela', ...why });
    }
  });

  it('accepts clocks that differ by 30 seconds either way', async () => {
    for (const seconds of [-59, -30, 0, 30]) {
      const assertion = await assertionOf(right, { from: from(seconds * 1000) });
      expect((await offices(assertion)).status).toBe(200);
      const checked = await request(app).get('/operations/assertion').set('Authorization', `Bearer ${assertion}`);
      expect([checked.status, checked.text]).toEqual([204, '']);
    }
  });

  it('ignores a legacy token', async () => {
    expect((await request(app).get('/operations/offices')).status).toBe(401);
  });
});
