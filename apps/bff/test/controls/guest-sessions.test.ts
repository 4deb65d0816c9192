import { type GuestContent, type NewGuestLink } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, Guest, kindOf, Phone, setCookies } from '../support/browser.ts';
import { askIn, newCourier, newGuestLink, newOrder, newPhoto, type Row } from '../support/dispatch-rows.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type LegacyUser } from '../support/legacy.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';

/* The whole gateway with the real service. */

const OFFICE = 'LIMA';
const ana = { office: OFFICE, username: 'ana.torres', password: 'despacho' } as LegacyUser;
const orders = `/api/orders?officeId=${OFFICE}`;

let service: ServiceProcess;
let gateway: Gateway;
let staff: Browser;
let addresses = 0;

async function signIn(): Promise<Browser> {
  const browser = new Browser(gateway);
  expect((await browser.signIn(ana)).status).toBe(200);
  return browser;
}

beforeAll(async () => {
  service = await sharedService();
  gateway = await startGateway({
    ...service.environment,
    TRUST_PROXY: '127.0.0.0/8',
    UPSTREAM_TIMEOUT_MS: '9000',
    REQUESTS_PER_MINUTE: '0',
  });
  staff = await signIn();
}, 180_000);
afterAll(async () => {
  await gateway.close();
}, 60_000);

/** A guest who has opened the page. */
async function newGuest(at?: string): Promise<Guest> {
  addresses += 1;
  const guest = new Guest(gateway, { 'x-forwarded-for': at ?? `10.6.0.${addresses}` });
  expect(kindOf(await guest.get('/api/guest/session'))).toBe('no-session');
  return guest;
}

const open = (guest: Guest, { fragment }: Pick<NewGuestLink, 'fragment'>) =>
  guest.post('/api/guest/open', { secret: fragment });
const contentOf = (guest: Browser) => guest.get('/api/guest/content');
const revoke = ({ link }: NewGuestLink) => askIn(staff, OFFICE, 'guestLinks.revoke', { params: { id: link.id } });

/** A delivered order with one photo, and a link to it. */
async function shared(): Promise<NewGuestLink & { photo: string }> {
  const order = await newOrder(staff, OFFICE);
  const photo = await newPhoto(staff, OFFICE, order);
  const courier = await newCourier(staff, OFFICE);
  const refs = { orders: [{ id: order.id, version: 1 }] };
  await askIn(staff, OFFICE, 'assignments.assign', { body: { courierId: courier.id, ...refs } });
  const closed = { orders: [{ id: order.id, version: 2, to: 'entregada' }] };
  expect((await askIn(staff, OFFICE, 'assignments.close', { body: closed })).status).toBe(200);
  const body = { subject: { kind: 'order', orderId: order.id }, days: 7 };
  const { value } = await askIn<NewGuestLink>(staff, OFFICE, 'guestLinks.create', { body });
  return { ...value, photo: photo.id };
}

async function opened(link: NewGuestLink): Promise<Guest> {
  const guest = await newGuest();
  const { status, text } = await open(guest, link);
  expect([status, text]).toEqual([200, expect.anything()]);
  return guest;
}

describe('opening a link of a guest', () => {
  it('G42 G1: sets a separate cookie with a new id, ends with the browser, and is audited', async () => {
    const link = await newGuestLink(staff, OFFICE);
    const guest = await newGuest();
    const before = guest.copy();
    const answer = await open(guest, link);
    expect(answer.body).toMatchObject({ company: expect.any(String) as string, orders: [{ state: 'pendiente' }] });
    expect(setCookies(answer).map((line) => line.replace(/=[^;]*/, ''))).toEqual([
      'despacho-constancia; Path=/; HttpOnly; SameSite=Strict',
      'XSRF-CONSTANCIA; Path=/c; SameSite=Strict',
    ]);
    expect(kindOf(await contentOf(before))).toBe('session-ended');
    expect((await contentOf(guest)).status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await revoke(link)).status).toBe(200);
    const ofLink = gateway.logLines().filter((line) => line['link'] === link.link.id);
    expect(ofLink.map((line) => line['event'])).toEqual(['guest.linked', 'guest.opened', 'guest.revoked']);
    expect(ofLink[0]).toMatchObject({ by: 'ana.torres', officeId: OFFICE, days: 7 });
    for (const text of [link.fragment, link.fragment.slice(0, 43)]) expect(gateway.logText()).not.toContain(text);
  });

  it('G42: logs a coarse network of the guest', async () => {
    const link = await newGuestLink(staff, OFFICE);
    for (const at of ['203.0.113.77', '2001:db8:7:9::1']) await open(await newGuest(at), link);
    const { value } = await askIn<{ links: NewGuestLink['link'][] }>(staff, OFFICE, 'guestLinks.list');
    const found = value.links.find(({ id }) => id === link.link.id);
    expect(found?.lastOpenings.map(({ network }) => network)).toEqual(['2001:db8:7::/48', '203.0.113.0/24']);
  });

  it('G42: refuses guessed and revoked secrets in the same words, and can be repeated with a valid one', async () => {
    const [link, revoked] = [await newGuestLink(staff, OFFICE), await newGuestLink(staff, OFFICE)];
    await revoke(revoked);
    const guest = await newGuest();
    const refusals = [await open(guest, { fragment: 'B'.repeat(43) }), await open(guest, revoked)];
    expect(refusals.map((answer) => kindOf(answer))).toEqual(['expired', 'expired']);
    expect(new Set(refusals.map(({ body }) => (body as { detail: string }).detail))).toEqual(
      new Set([
        'Este enlace no muestra nada: venció, lo anularon o está incompleto. Pida uno nuevo a quien se lo envió.',
      ]),
    );
    expect((await open(guest, link)).status).toBe(200);
    expect((await open(guest, link)).status).toBe(200);
    expect(gateway.logLines().map((line) => line['event'])).toContain('guest.refused');
  });

  it('G42: locks out neither an address that opens old links, nor valid links during guesses', async () => {
    const at = '203.0.113.79';
    const [old, valid] = [await newGuestLink(staff, OFFICE), await newGuestLink(staff, OFFICE)];
    await revoke(old);
    const guest = await newGuest(at);
    const kinds = new Set<string>();
    for (let tried = 0; tried < 62; tried += 1) kinds.add(kindOf(await open(guest, old)));
    expect([...kinds]).toEqual(['expired']);
    expect((await open(guest, valid)).status).toBe(200);
    // A guessed mark counts as a guess.
    const guess = { fragment: 'D'.repeat(54) };
    for (let tried = 0; tried < 60; tried += 1) expect(kindOf(await open(guest, guess))).toBe('expired');
    expect(kindOf(await open(guest, guess))).toBe('too-many-attempts');
    expect((await open(guest, valid)).status).toBe(200);
    expect(kindOf(await open(guest, old))).toBe('expired');
  });

  it('G42: throttles refused secrets by address, but not openings', async () => {
    const at = '203.0.113.78';
    const link = await newGuestLink(staff, OFFICE);
    const guest = await newGuest(at);
    expect((await open(guest, link)).status).toBe(200);
    const kinds: string[] = [];
    for (let tried = 0; tried < 62; tried += 1) kinds.push(kindOf(await open(guest, { fragment: 'C'.repeat(43) })));
    expect(kinds.indexOf('too-many-attempts')).toBe(60);
    // Links of earlier versions have no mark.
    const unmarked = { fragment: link.fragment.slice(0, 43) };
    expect(kindOf(await open(guest, unmarked))).toBe('too-many-attempts');
    expect((await open(await newGuest(), unmarked)).status).toBe(200);
  });

  it('G42 G12: requires a csrf token made for the id of the request, and our own origin', async () => {
    const link = await newGuestLink(staff, OFFICE);
    const [guest, foreign] = [await newGuest(), await newGuest()];
    const body = { secret: link.fragment };
    for (const token of ['', foreign.csrfToken, staff.csrfToken])
      expect(kindOf(await guest.post('/api/guest/open', body, { 'x-xsrf-token': token }))).toBe('wrong-csrf-token');
    const embedded = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(kindOf(await guest.post('/api/guest/open', body, embedded))).toBe('wrong-origin');
    expect((await open(guest, link)).status).toBe(200);
    expect(kindOf(await guest.get('/api/guest/content', embedded))).toBe('wrong-origin');
  });

  it('G42 G3: ignores an id that the guest chose', async () => {
    const guest = await newGuest();
    guest.cookies.set('despacho-constancia', 'A'.repeat(43));
    expect(kindOf(await guest.get('/api/guest/session'))).toBe('no-session');
    expect(guest.cookies.get('despacho-constancia')).not.toBe('A'.repeat(43));
  });

  it('G42 G18: accepts no secret in the query', async () => {
    const link = await newGuestLink(staff, OFFICE);
    const guest = await newGuest();
    expect((await guest.post(`/api/guest/open?secret=${link.fragment}`, {})).status).toBe(400);
    expect(kindOf(await contentOf(guest))).toBe('session-ended');
  });
});

describe('a guest', () => {
  it('G42: receives only the photos of the link', async () => {
    const [link, other] = [await shared(), await shared()];
    const guest = await opened(link);
    const content = (await contentOf(guest)).body as GuestContent;
    expect(content.orders).toMatchObject([{ state: 'entregada', photos: [{ id: link.photo, kind: 'entrega' }] }]);
    const photo = (id: string, headers = {}) => guest.get(`/api/guest/photos/${id}?medida=mini`, headers);
    const { status, headers } = await photo(link.photo);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-cache',
    ]);
    expect((await photo(link.photo, { 'if-none-match': headers['etag'] })).status).toBe(304);
    expect(kindOf(await photo(other.photo))).toBe('not-found');
    await revoke(link);
    expect(kindOf(await photo(link.photo, { 'if-none-match': headers['etag'] }))).toBe('session-ended');
    expect(kindOf(await contentOf(guest))).toBe('session-ended');
    expect(kindOf(await open(guest, link))).toBe('expired');
  });

  it('G42 G41: is separate from staff and a phone in the same browser', async () => {
    const link = await shared();
    const guest = await opened(link);
    const courier: Row = await newCourier(staff, OFFICE);
    const { value } = await askIn<{ fragment: string; code: string }>(staff, OFFICE, 'couriers.connect', {
      params: { id: courier.id },
    });
    const phone = new Phone(gateway, { 'x-forwarded-for': '10.6.1.1' });
    await phone.get('/api/field/session');
    expect((await phone.post('/api/field/connect', { secret: value.fragment, code: value.code })).status).toBe(200);
    // Each session alone is not accepted by the others.
    expect(kindOf(await guest.get(orders))).toBe('no-session');
    expect(kindOf(await guest.get('/api/field/route'))).toBe('no-session');
    expect(kindOf(await phone.get('/api/guest/content'))).toBe('no-session');
    expect(kindOf(await staff.get('/api/guest/content'))).toBe('no-session');
    expect(kindOf(await guest.get(`/api/evidence/${link.photo}/file?officeId=${OFFICE}`))).toBe('no-session');
    // The value of one cookie under the name of another is no session.
    const forged = new Browser(gateway, { 'x-forwarded-for': '10.6.1.2' });
    for (const name of ['despacho', 'despacho-reparto'])
      forged.cookies.set(name, guest.cookies.get('despacho-constancia') ?? '');
    expect(kindOf(await forged.get(orders))).toBe('session-ended');
    expect(kindOf(await forged.get('/api/field/route'))).toBe('session-ended');
    // Together each works, and a sign-out ends no other.
    const all = await signIn();
    for (const [name, cookie] of [...guest.cookies, ...phone.cookies]) all.cookies.set(name, cookie);
    const statuses = async () =>
      Promise.all([orders, '/api/field/route', '/api/guest/content'].map(async (path) => (await all.get(path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await all.post('/api/auth/logout')).status).toBe(204);
    expect(await statuses()).toEqual([401, 200, 200]);
  });
});
