import { type CourierLink, type CourierPhone, type FieldRoute, type Order } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, kindOf, Phone, setCookies } from '../support/browser.ts';
import { askIn, assign, NEW_ORDER, newCourier, newOrder, newReview, type Row } from '../support/dispatch-rows.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type LegacyUser } from '../support/legacy.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

/* The whole gateway with the real service. */

const OFFICE = 'LIMA';
const ana = { office: OFFICE, username: 'ana.torres', password: 'despacho' } as LegacyUser;

let service: ServiceProcess;
let gateway: Gateway;
let staff: Browser;
let addresses = 0;

const start = (environment: Record<string, string> = {}) =>
  startGateway({
    ...service.environment,
    TRUST_PROXY: '127.0.0.0/8',
    UPSTREAM_TIMEOUT_MS: '9000',
    REQUESTS_PER_MINUTE: '0',
    ...environment,
  });

async function signIn(): Promise<Browser> {
  const browser = new Browser(gateway);
  expect((await browser.signIn(ana)).status).toBe(200);
  return browser;
}

beforeAll(async () => {
  // Its own service, because it is restarted.
  service = await startServiceProcess();
  gateway = await start();
  staff = await signIn();
}, 180_000);
afterAll(async () => {
  await gateway.close();
  await service.stop();
}, 60_000);

/** A phone that has opened the page. */
async function newPhone(at?: string): Promise<Phone> {
  addresses += 1;
  const phone = new Phone(gateway, { 'x-forwarded-for': at ?? `10.4.0.${addresses}` });
  expect(kindOf(await phone.get('/api/field/session'))).toBe('no-session');
  return phone;
}

const params = ({ id }: Row) => ({ params: { id } });
const linkOf = async (courier: Row): Promise<CourierLink> =>
  (await askIn<CourierLink>(staff, OFFICE, 'couriers.connect', params(courier))).value;
const deviceOf = async (courier: Row): Promise<CourierPhone['device']> =>
  (await askIn<CourierPhone>(staff, OFFICE, 'couriers.device', params(courier))).value.device;
const connect = (phone: Phone, { fragment, code }: CourierLink, given = code) =>
  phone.post('/api/field/connect', { secret: fragment, code: given });

async function connected(courier: Row, phone?: Phone): Promise<Phone> {
  const used = phone ?? (await newPhone());
  const { status, text } = await connect(used, await linkOf(courier));
  expect([status, text]).toEqual([200, expect.anything()]);
  return used;
}

const routeOf = async (phone: Phone) => phone.get('/api/field/route');
const visit = (phone: Phone, order: Row) =>
  phone.post('/api/field/visits', {
    id: randomUUID(),
    order: order.id,
    attempt: 1,
    version: 2,
    to: 'entregada',
    at: new Date().toISOString(),
  });
const other = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');

describe('connecting a phone', () => {
  it('G41 G1: sets a separate cookie with a new id, and is audited', async () => {
    const courier = await newCourier(staff, OFFICE);
    const link = await linkOf(courier);
    const phone = await newPhone();
    const before = phone.copy();
    const read = await phone.post('/api/field/enrolment', { secret: link.fragment });
    expect(read.body).toEqual({ courier: 'Luis Huamán', office: 'Lima', expiresAt: link.expiresAt });
    const answer = await connect(phone, link);
    expect(answer.status).toBe(200);
    expect(setCookies(answer).map((line) => line.replace(/=[^;]*/, ''))).toEqual([
      expect.stringMatching(/^despacho-reparto; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
      'XSRF-REPARTO; Path=/r; SameSite=Strict',
    ]);
    // Neither the earlier id nor the token made for it works.
    expect(kindOf(await routeOf(before))).toBe('session-ended');
    const own = phone.csrfToken;
    phone.cookies.set('XSRF-REPARTO', before.csrfToken);
    expect(kindOf(await phone.post('/api/field/sign-out'))).toBe('wrong-csrf-token');
    phone.cookies.set('XSRF-REPARTO', own);
    expect((await phone.post('/api/field/sign-out')).status).toBe(200);
    const events = gateway.logLines().map((line) => line['event']);
    expect(events).toEqual(expect.arrayContaining(['phone.linked', 'phone.connected', 'phone.left']));
    const linked = gateway.logLines().find((line) => line['event'] === 'phone.linked');
    expect(linked).toMatchObject({ by: 'ana.torres', officeId: OFFICE, courier: courier.id });
    for (const secret of [link.fragment, `"${link.code}"`]) expect(gateway.logText()).not.toContain(secret);
  });

  it('G41 G3: ignores an id that the phone chose', async () => {
    const phone = await newPhone();
    phone.cookies.set('despacho-reparto', 'A'.repeat(43));
    expect(kindOf(await phone.get('/api/field/session'))).toBe('no-session');
    expect(phone.cookies.get('despacho-reparto')).not.toBe('A'.repeat(43));
  });

  it('G41: refuses a link the second time, to another phone and to a guess, in the same words', async () => {
    const courier = await newCourier(staff, OFFICE);
    const link = await linkOf(courier);
    const [first, second] = [await newPhone(), await newPhone()];
    const answers = await Promise.all([connect(first, link), connect(second, link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const winner = answers[0].status === 200 ? first : second;
    const refusals = [
      await connect(winner, link),
      await connect(second, link),
      await connect(await newPhone(), { ...link, fragment: 'B'.repeat(43) }),
    ];
    expect(new Set(refusals.map(({ body }) => (body as { detail: string }).detail)).size).toBe(1);
    expect(refusals.map((answer) => kindOf(answer))).toEqual(['expired', 'expired', 'expired']);
    expect((await routeOf(winner)).status).toBe(200);
  });

  it('G41: counts wrong codes against the link, and names the field', async () => {
    const courier = await newCourier(staff, OFFICE);
    const link = await linkOf(courier);
    const phone = await newPhone();
    const wrong = await connect(phone, link, other(link.code));
    expect(wrong.body).toMatchObject({
      status: 422,
      errors: [{ field: 'code', message: 'El código no es correcto. Le quedan 4 intentos.' }],
    });
    for (let left = 3; left >= 0; left -= 1) await connect(phone, link, other(link.code));
    expect(kindOf(await connect(phone, link))).toBe('expired');
    expect(await deviceOf(courier)).toBeNull();
    expect(gateway.logLines().map((line) => line['event'])).toContain('phone.refused');
  });

  it('G41: throttles refused links by address, but not connections', async () => {
    const at = '203.0.113.77';
    const phone = await newPhone(at);
    const courier = await newCourier(staff, OFFICE);
    await connected(courier, phone);
    const guess = () => phone.post('/api/field/enrolment', { secret: 'C'.repeat(43) });
    const kinds: string[] = [];
    for (let tried = 0; tried < 62; tried += 1) kinds.push(kindOf(await guess()));
    expect(kinds.indexOf('too-many-attempts')).toBe(60);
    const link = await linkOf(courier);
    expect(kindOf(await connect(phone, link))).toBe('too-many-attempts');
    expect((await connect(await newPhone(), link)).status).toBe(200);
  });

  it('G41: requires a csrf token made for the id of the request', async () => {
    const courier = await newCourier(staff, OFFICE);
    const link = await linkOf(courier);
    const [phone, foreign] = [await newPhone(), await newPhone()];
    const body = { secret: link.fragment, code: link.code };
    for (const token of ['', foreign.csrfToken, staff.csrfToken])
      expect(kindOf(await phone.post('/api/field/connect', body, { 'x-xsrf-token': token }))).toBe('wrong-csrf-token');
    expect((await connect(phone, link)).status).toBe(200);
  });
});

describe('a connected phone', () => {
  it('G41: is separate from staff in the same browser', async () => {
    const courier = await newCourier(staff, OFFICE);
    const browser = await signIn();
    const phone = await connected(courier);
    for (const [name, value] of phone.cookies) browser.cookies.set(name, value);
    const both = new Phone(gateway);
    for (const [name, value] of browser.cookies) both.cookies.set(name, value);
    const orders = `/api/orders?officeId=${OFFICE}`;
    expect((await browser.get(orders)).status).toBe(200);
    expect((await both.get('/api/field/route')).status).toBe(200);
    // Neither csrf token is valid for the other session.
    const leave = { 'x-xsrf-token': browser.csrfToken };
    expect(kindOf(await both.post('/api/field/sign-out', undefined, leave))).toBe('wrong-csrf-token');
    const touch = { 'x-xsrf-token': both.csrfToken };
    expect(kindOf(await browser.post('/api/auth/touch', undefined, touch))).toBe('wrong-csrf-token');
    // Neither sign-out ends the other session.
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    expect((await phone.get('/api/field/route')).status).toBe(200);
    expect(kindOf(await phone.get(orders))).toBe('no-session');
    const again = await signIn();
    for (const [name, value] of phone.cookies) again.cookies.set(name, value);
    expect((await phone.post('/api/field/sign-out')).status).toBe(200);
    expect((await again.get(orders)).status).toBe(200);
    expect(kindOf(await new Phone(gateway).get('/api/field/route'))).toBe('no-session');
  });

  it("G41: reads and closes only its courier's stops", async () => {
    const [mine, others] = [await newCourier(staff, OFFICE), await newCourier(staff, OFFICE)];
    const [order, foreign] = [await newOrder(staff, OFFICE), await newOrder(staff, OFFICE)];
    // Today in the office, whatever the date of the sample.
    await assign(staff, OFFICE, mine, order);
    await assign(staff, OFFICE, others, foreign);
    const phone = await connected(mine);
    const { stops } = (await routeOf(phone)).body as FieldRoute;
    expect(stops.filter(({ id }) => id === foreign.id)).toEqual([]);
    const refused = await visit(phone, foreign);
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'order' }] }]);
    const done = await visit(phone, order);
    expect(done.body).toMatchObject({ result: 'applied', order: { id: order.id, state: 'entregada' } });
    const { value } = await askIn<{ order: Order }>(staff, OFFICE, 'orders.read', params(order));
    expect(value.order).toMatchObject({ state: 'entregada', changed: { by: { user: 'Luis Huamán' } } });
  });

  it('is answered 304 while its route is the same, although the time passes', async () => {
    const courier = await newCourier(staff, OFFICE);
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format(new Date());
    const addStop = async () => {
      const { value } = await askIn<Row>(staff, OFFICE, 'orders.create', { body: { ...NEW_ORDER, date } });
      await assign(staff, OFFICE, courier, value);
    };
    for (let stops = 0; stops < 3; stops += 1) await addStop();
    const phone = await connected(courier);
    const first = await routeOf(phone);
    const etag = String(first.headers['etag']);
    const again = () => phone.get('/api/field/route', { 'if-none-match': etag });
    expect([(await again()).status, (await again()).status]).toEqual([304, 304]);
    await addStop();
    const changed = await again();
    expect(changed.status).toBe(200);
    expect((changed.body as FieldRoute).now).not.toBe((first.body as FieldRoute).now);
  });

  it('G33: logs who reads the whole document of a receiver', async () => {
    const { id } = await newReview(staff, OFFICE);
    const { value } = await askIn(staff, OFFICE, 'visits.receiver', { params: { id } });
    expect(value).toMatchObject({ name: 'Rosa Quispe', document: '12345678' });
    const logged = gateway.logLines().filter((line) => line['event'] === 'receiver.viewed');
    expect(logged).toMatchObject([{ by: 'ana.torres', officeId: OFFICE, visit: id }]);
    expect(gateway.logText()).not.toContain('12345678');
  });

  it('G41: ends immediately when the office disconnects it, and when another is connected', async () => {
    const courier = await newCourier(staff, OFFICE);
    const old = await connected(courier);
    const link = await linkOf(courier);
    expect((await routeOf(old)).status).toBe(200);
    const next = await newPhone();
    expect((await connect(next, link)).status).toBe(200);
    expect(kindOf(await routeOf(old))).toBe('session-ended');
    expect(await deviceOf(courier)).toMatchObject({ name: 'Dispositivo desconocido' });
    expect((await askIn(staff, OFFICE, 'couriers.disconnect', params(courier))).status).toBe(200);
    expect(kindOf(await routeOf(next))).toBe('session-ended');
    expect(kindOf(await next.get('/api/field/session'))).toBe('no-session');
    expect(gateway.logLines().map((line) => line['event'])).toContain('phone.disconnected');
  });

  it('G41: survives a restart of the gateway and of the service, and a new SESSION_SECRET', async () => {
    const courier = await newCourier(staff, OFFICE);
    const phone = await connected(courier);
    await gateway.close();
    await service.stop();
    service = await startServiceProcess({ on: service.data });
    gateway = await start({ SESSION_SECRET: 'another-session-secret-0123456789abcdef' });
    staff = await signIn();
    const same = new Phone(gateway);
    for (const [name, value] of phone.cookies) same.cookies.set(name, value);
    expect((await routeOf(same)).status).toBe(200);
    // Only the token is renewed, as when the page opens.
    expect((await same.get('/api/field/session')).body).toMatchObject({ courier: 'Luis Huamán' });
    expect((await same.post('/api/field/sign-out')).status).toBe(200);
    expect(kindOf(await routeOf(same))).toBe('no-session');
  }, 120_000);
});
