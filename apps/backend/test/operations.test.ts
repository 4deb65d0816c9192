import { office } from '@despacho/contracts';
import { type Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertionOf, claimsOf } from './assertions.ts';
import { type PersonName, resetPeople } from './people.ts';
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
  ])('lists to %s the offices %j', async (who, ids) => {
    const answer = await offices(assertionOf(claimsOf(who)));
    expect(answer.status).toBe(200);
    expect((answer.body as unknown[]).map((each) => office.parse(each).id)).toEqual(ids);
  });

  it('tells the time zone of each office', async () => {
    const body: unknown = (await offices(assertionOf(claimsOf('supervisor')))).body;
    expect(body).toEqual([
      { id: 'N1', name: 'Norte uno', timeZone: 'America/Lima' },
      { id: 'N2', name: 'Norte dos', timeZone: 'America/La_Paz' },
    ]);
  });

  it('lists nothing to someone whose company or office is not known here', async () => {
    expect((await offices(assertionOf({ ...claimsOf('supervisor'), company: null }))).body).toEqual([]);
    expect((await offices(assertionOf({ ...claimsOf('supervisor'), company: '20999999999' }))).body).toEqual([]);
    expect((await offices(assertionOf({ ...claimsOf('admin'), officeId: 'S1' }))).body).toEqual([]);
  });

  const from = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
  const right = claimsOf('supervisor');
  const nameless = Object.fromEntries(Object.entries(right).filter(([claim]) => claim !== 'username'));

  it.each<[string, Promise<string> | string]>([
    ['nothing', ''],
    ['no token at all', 'x.y.z'],
    ['another key', assertionOf(right, { key: 'another key of the right length, forty two' })],
    ['another algorithm', assertionOf(right, { alg: 'HS512' })],
    ['no algorithm', `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...right, exp: 4e9 }))}.`.replaceAll('=', '')],
    ['another issuer', assertionOf(right, { issuer: 'someone-else' })],
    ['another audience', assertionOf(right, { audience: 'another-service' })],
    ['one that has expired', assertionOf(right, { from: from(-66_000) })],
    ['one that lives too long', assertionOf(right, { lifetime: 3600 })],
    ['one without a user name', assertionOf(nameless)],
  ])('refuses %s', async (_name, assertion) => {
    const answer = await offices(assertion);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: 'La solicitud no viene de la pasarela' });
    const stream = await request(app)
      .get('/operations/events')
      .set('Authorization', `Bearer ${await assertion}`);
    expect(stream.status).toBe(401);
  });

  it('accepts clocks that differ by a few seconds', async () => {
    expect((await offices(assertionOf(right, { from: from(-64_000) }))).status).toBe(200);
    expect((await offices(assertionOf(right, { from: from(4000) }))).status).toBe(200);
  });

  it('is not impressed by a legacy token', async () => {
    expect((await request(app).get('/operations/offices')).status).toBe(401);
  });
});
