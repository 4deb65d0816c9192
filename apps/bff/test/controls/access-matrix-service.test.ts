import { MODULE_CODES } from '@despacho/contracts';
import { type OperationId, OPERATIONS } from '@despacho/contracts/operations';
import {
  type ClientDetails,
  type ClientNotes,
  type Courier,
  type GuestLinks,
  type OrderDetail,
  type PeoplePage,
  type Profile,
  type ReviewsPage,
  type SavedView,
  type Zone,
} from '@despacho/contracts/dispatch';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Line, MATRIX, type Outcome, WHO, type Who } from '../support/access-matrix.ts';
import { askLine, filledIn, type Words } from '../support/ask-line.ts';
import { Browser } from '../support/browser.ts';
import { ANA, castDemo, type CastUser, type DemoUser, ELENA, PASSWORD, signInDemo } from '../support/demo-people.ts';
import {
  askIn,
  assign,
  importFile,
  newImport,
  newLine,
  newCourier,
  newGuestLink,
  newOffice,
  newOrder,
  newDisabledPerson,
  newPaid,
  newPerson,
  newPhoto,
  newProfile,
  newReview,
  newShiftNote,
  newRemovedZone,
  clientsFile,
  newClient,
  newClientImport,
  newNotedClient,
  newView,
  newZone,
  receiveSurplus,
  readersOf,
  ticketOf,
  zipOf,
  takenBy,
} from '../support/dispatch-rows.ts';
import { FULL } from '../support/full.ts';
import { type Gateway, SECRETS, startGateway } from '../support/gateway.ts';
import { casesByRole } from '../support/matrix-cases.ts';
import { isOfDispatch, principalOf } from '../support/sweep.ts';
import { type ServiceProcess, sharedService } from '../support/service-process.ts';

let service: ServiceProcess;
let gateway: Gateway;
const people = new Map<Who, DemoUser>();
const targets = new Map<string, CastUser>();
let client = '';

let addresses = 0;
async function browserOf(person: DemoUser | undefined): Promise<Browser> {
  addresses += 1;
  const always = { 'x-forwarded-for': `10.3.${addresses >> 8}.${addresses & 255}` };
  if (person) return signInDemo(gateway, person, always);
  const browser = new Browser(gateway, always);
  await browser.get('/api/auth/session');
  return browser;
}

/** Gives demo users the modules of the matrix, through an administrator. */
async function cast(
  supervisor: Browser,
  office: string,
  wanted: readonly (readonly [Who | 'target', readonly string[]])[],
) {
  const users = await castDemo(
    supervisor,
    office,
    wanted.map(([, codes]) => codes),
  );
  for (const [index, user] of users.entries()) {
    const who = wanted[index]?.[0];
    if (who === 'target') targets.set(office, user);
    else if (who !== undefined) people.set(who, user);
  }
}

beforeAll(async () => {
  service = await sharedService();
  gateway = await startGateway({
    ...service.environment,
    TRUST_PROXY: '127.0.0.0/8',
    UPSTREAM_TIMEOUT_MS: '9000',
    REQUESTS_PER_MINUTE: '0',
  });
  people.set('S of LIMA', ANA).set('S of CUSCO', ELENA);
  const supervisor = await browserOf(ANA);
  await cast(supervisor, 'LIMA', [
    ['target', []],
    ['none', []],
    ...MODULE_CODES.map((code) => [code, [code]] as const),
    ['D05 U01', ['D05', 'U01']],
  ]);
  await cast(supervisor, 'AREQUIPA', [
    ['target', []],
    ['G01 of AREQUIPA', ['G01']],
  ]);
  await cast(await browserOf(ELENA), 'CUSCO', [['target', []]]);
}, 180_000);
afterAll(async () => {
  // Searches everything that was sent and logged for secrets: seconds of CPU.
  await gateway.close();
}, 180_000);

const words = (): Words => ({
  client: client === '' ? 'none' : client,
  name: targets.get('LIMA')?.username ?? '',
  password: PASSWORD,
  clientsFile: clientsFile(`Cliente ${(names += 1)}`),
  file: importFile(`R-${(names += 1)}`),
  ...Object.fromEntries(OFFICES.map((office) => [`name${office}`, `Vista-${(names += 1)}`])),
  ...Object.fromEntries([...targets].map(([office, { id }]) => [office, id])),
});

const OFFICES = ['LIMA', 'AREQUIPA', 'CUSCO'];
let names = 0;

/** Rows of an office that a line names. Refused requests do not change them, so one set serves all refusals. */
async function rowsOf(office: string, browser: Browser, line: Line): Promise<Words> {
  const asked = `${line.ask} ${JSON.stringify(line.body ?? {})}`;
  const made: Record<string, string> = {};
  const name = (word: string) => `${word}${office}`;
  const isNamed = (word: string) => asked.includes(`{${name(word)}}`);
  const courier = await newCourier(browser, office);
  made[name('courier')] = courier.id;
  if (line.id === 'days.reopen') {
    const body = { courierId: courier.id, day: '2020-01-02', delivered: 0, failed: 0, collected: 0, version: 0 };
    expect((await askIn(browser, office, 'days.confirm', { body })).status).toBe(200);
  }
  // Never before the day in Peru, and at most one day after it: enough for absences.
  if (isNamed('today')) made[name('today')] = new Date().toISOString().slice(0, 10);
  if (isNamed('act')) {
    const { act, day } = await receiveSurplus(browser, office, courier);
    Object.assign(made, { [name('act')]: act, [name('today')]: day });
  }
  if (asked.includes(`{#${name('version')}}`)) {
    const paid = await newPaid(browser, office, courier);
    Object.assign(made, {
      [name('paid')]: paid.order.id,
      [name('today')]: paid.day,
      [name('version')]: String(paid.version),
    });
  }
  if (isNamed('other')) made[name('other')] = (await newCourier(browser, office)).id;
  if (isNamed('photo')) made[name('photo')] = (await newPhoto(browser, office, await newOrder(browser, office))).id;
  if (isNamed('review')) made[name('review')] = (await newReview(browser, office)).id;
  if (isNamed('line')) made[name('line')] = (await newLine(await supervisorOf(office), office)).id;
  if (isNamed('shift')) made[name('shift')] = (await newShiftNote(browser, office)).id;
  if (isNamed('order')) made[name('order')] = (await newOrder(browser, office)).id;
  if (isNamed('stop') || isNamed('batch')) {
    const order = await newOrder(browser, office);
    const { batch } = await assign(browser, office, courier, order);
    made[name('stop')] = order.id;
    made[name('batch')] = batch ?? '';
  }
  if (isNamed('import')) {
    made[name('import')] = await newImport(browser, office, `R-${(names += 1)}`);
  }
  if (isNamed('record')) made[name('record')] = (await newClient(browser, office)).id;
  if (isNamed('noted')) made[name('noted')] = await newNotedClient(browser, office);
  if (isNamed('double')) made[name('double')] = (await newClient(browser, office)).id;
  if (isNamed('clients')) made[name('clients')] = await newClientImport(browser, office, `Cliente ${(names += 1)}`);
  if (isNamed('guestLink')) made[name('guestLink')] = (await newGuestLink(browser, office)).link.id;
  if (isNamed('view')) made[name('view')] = (await newView(browser, office, `Vista ${(names += 1)}`)).id;
  if (isNamed('empty')) made[name('empty')] = await newOffice(browser, office, `NUEVA-${(names += 1)}`);
  if (isNamed('zone')) made[name('zone')] = (await newZone(browser, office, `Zona ${(names += 1)}`)).id;
  if (isNamed('removedZone'))
    made[name('removedZone')] = (await newRemovedZone(browser, office, `Zona ${(names += 1)}`)).id;
  if (isNamed('account')) made[name('account')] = `nueva.${(names += 1)}`;
  const person = async () => (await newPerson(await supervisorOf(office), office, `persona.${(names += 1)}`)).id;
  if (isNamed('person')) made[name('person')] = await person();
  if (isNamed('disabled'))
    made[name('disabled')] = await newDisabledPerson(await supervisorOf(office), office, await person());
  if (isNamed('profile'))
    made[name('profile')] = (await newProfile(await supervisorOf(office), office, `Perfil ${(names += 1)}`)).id;
  return made;
}

const OFFICE = /officeId=(?:\{empty)?([A-Z]+)/;
const untouched = new Map<string, Promise<Words>>();
const browsers = new Map<Who, Promise<Browser>>();

const usualBrowserOf = (who: Who): Promise<Browser> => {
  const browser = browsers.get(who) ?? browserOf(people.get(who));
  browsers.set(who, browser);
  return browser;
};

const supervisorOf = (office: string) => usualBrowserOf(office === 'CUSCO' ? 'S of CUSCO' : 'S of LIMA');

async function wordsOf(line: Line, who: Who): Promise<Words> {
  const [, office = ''] = OFFICE.exec(line.ask) ?? [];
  // Those who only see clients, photos, figures, zones, money, people or «Por atender» create nothing themselves.
  const owner = /^(T02|D0\d|M01|000|G01)/.test(who) && who !== 'D05 U01' ? supervisorOf(office) : usualBrowserOf(who);
  if (line.may[who] === 'ok') return rowsOf(office, await owner, line);
  const key = `${office} ${line.id}`;
  const rows = untouched.get(key) ?? rowsOf(office, await supervisorOf(office), line);
  untouched.set(key, rows);
  return rows;
}

/** Refusals of a wrong password, of one that is not temporary, and of an invented link. */
const OF_DATA: Partial<Record<OperationId, number>> = {
  'passwords.change': 422,
  'passwords.first': 401,
  'passwords.reset': 410,
  'session.factor': 422,
  'session.setUpFactor': 422,
  'session.finishSetUp': 422,
  'session.prove': 422,
  'factor.start': 422,
  'factor.confirm': 422,
  'factor.codes': 422,
  'factor.remove': 422,
  'provider.finish': 422,
  'provider.link': 422,
  'provider.unlink': 422,
  'provider.prove': 422,
  'provider.logout': 400,
};

const STATUS: Record<Exclude<Outcome, 'ok' | 'data'>, number> = {
  '401': 401,
  csrf: 403,
  module: 403,
  charge: 403,
  office: 403,
  host: 404,
};

/** @returns a ticket for an archive of a photo that was added by somebody who may. */
async function newZip(browser: Browser, office: string): Promise<string> {
  const supervisor = await supervisorOf(office);
  return zipOf(browser, office, (await newPhoto(supervisor, office, await newOrder(supervisor, office))).id);
}

/** A client of the user's own company, so that the request depends only on permissions. */
async function clientOf(browser: Browser): Promise<void> {
  const clients = (await browser.get('/api/clients')).body as { id: string }[] | { status: number };
  if (Array.isArray(clients)) client = clients[0]?.id ?? '';
}

/** The gateway's refusals do not depend on the service: see access-matrix.test.ts. */
const CASES = casesByRole((may) => FULL || may === 'ok' || may === 'data' || may === 'host');

describe.each(CASES)('with the real service, %s', (who, cases) => {
  beforeAll(() => {
    browsers.clear();
  });

  it.each(cases.map(({ line, may }) => [line.ask, may, line] as const))('G20: %s → %s', async (_ask, may, line) => {
    const ofDispatch = isOfDispatch(line.id);
    // A write may end the sessions of its user, or change the session it is sent in.
    const mayEnd = !ofDispatch && !principalOf(line.id) && !line.ask.startsWith('GET ');
    const browser = await (mayEnd ? browserOf(people.get(who)) : usualBrowserOf(who));
    if (mayEnd) browsers.delete(who);
    if (line.id === 'clients.read') await clientOf(browser);
    const rows = ofDispatch ? await wordsOf(line, who) : {};
    // Of the named office if that is allowed, otherwise of the user's own, so that only the office is wrong.
    const named = may === 'ok' ? OFFICE.exec(line.ask)?.[1] : people.get(who)?.office;
    const ticket = line.ask.includes('{ticket}') ? await ticketOf(browser, named ?? 'LIMA') : '';
    const zip = line.ask.includes('{zip}') ? await newZip(browser, named ?? 'LIMA') : '';
    const { status, text } = await askLine(line, browser, { ...words(), ...rows, ticket, zip });
    const ok = OPERATIONS[line.id].response === null ? 204 : 200;
    const wanted = may === 'ok' ? ok : may === 'data' ? OF_DATA[line.id] : STATUS[may];
    expect([status, text]).toEqual([wanted, expect.anything()]);
  });
});

it('G20: refused requests have changed nothing', async () => {
  const refused = CASES.flatMap(([, cases]) => cases)
    .filter(({ line, may }) => isOfDispatch(line.id) && may !== 'ok')
    .map(({ line: { ask, id } }) => `${OFFICE.exec(ask)?.[1] ?? ''} ${id}`);
  expect([...untouched.keys()].sort()).toEqual([...new Set(refused)].sort());
  const lists = new Map<string, Promise<{ value: unknown }>>();
  for (const [key, rows] of untouched) {
    const [office = ''] = key.split(' ');
    const browser = await supervisorOf(office);
    // Each list is read once: hundreds of reads took longer than a test may.
    const list = async <Rows>(
      id:
        | 'people.list'
        | 'people.profiles'
        | 'guestLinks.list'
        | 'reviews.list'
        | 'views.list'
        | 'zones.list'
        | 'zones.removed'
        | 'couriers.list',
    ): Promise<Rows> => {
      const read = lists.get(`${office} ${id}`) ?? askIn<unknown>(browser, office, id);
      lists.set(`${office} ${id}`, read);
      return (await read).value as Rows;
    };
    for (const [word, id] of Object.entries(await rows)) {
      if (/^(account|batch|empty|import|clients|photo|paid|today|version|act)/.test(word)) continue;
      if (/^(order|stop)/.test(word)) {
        const { value } = await askIn<OrderDetail>(browser, office, 'orders.read', { params: { id } });
        expect([key, word, value.order.version]).toEqual([key, word, word.startsWith('stop') ? 2 : 1]);
      } else if (/^(record|double)/.test(word)) {
        const { value } = await askIn<ClientDetails>(browser, office, 'clients.details', { params: { id } });
        expect([key, word, value.version]).toEqual([key, word, 1]);
      } else if (word.startsWith('noted')) {
        const { value } = await askIn<ClientNotes>(browser, office, 'clients.notes', { params: { id } });
        expect([key, word, value.version]).toEqual([key, word, 1]);
      } else if (word.startsWith('shift')) {
        expect([key, word, await readersOf(browser, office, id)]).toEqual([key, word, 0]);
      } else if (word.startsWith('line')) {
        expect([key, word, await takenBy(browser, office, id)]).toEqual([key, word, null]);
      } else if (word.startsWith('review')) {
        const { reviews } = await list<ReviewsPage>('reviews.list');
        expect([key, word, reviews.map((each) => each.id)]).toEqual([key, word, expect.arrayContaining([id])]);
      } else if (word.startsWith('guestLink')) {
        const { links } = await list<GuestLinks>('guestLinks.list');
        expect([key, word, links.map((each) => each.id)]).toEqual([key, word, expect.arrayContaining([id])]);
      } else if (/^(zone|removedZone)/.test(word)) {
        const isRemoved = word.startsWith('removed');
        const zones = await list<Zone[]>(isRemoved ? 'zones.removed' : 'zones.list');
        expect([key, word, zones.find((each) => each.id === id)?.version]).toEqual([key, word, isRemoved ? 2 : 1]);
      } else if (/^(person|disabled)/.test(word)) {
        const { people: all } = await list<PeoplePage>('people.list');
        expect([key, word, all.find((each) => each.id === id)?.version]).toEqual([
          key,
          word,
          word.startsWith('person') ? 1 : 2,
        ]);
      } else if (word.startsWith('profile')) {
        const profiles = await list<Profile[]>('people.profiles');
        expect([key, word, profiles.find((each) => each.id === id)?.version]).toEqual([key, word, 1]);
      } else if (word.startsWith('view')) {
        const views = await list<SavedView[]>('views.list');
        expect([key, word, views.find((each) => each.id === id)?.version]).toEqual([key, word, 1]);
      } else {
        const couriers = await list<Courier[]>('couriers.list');
        expect([key, word, couriers.find((each) => each.id === id)?.version]).toEqual([key, word, 1]);
      }
    }
  }
});

/** The service's responses to a user who bypasses the gateway with their own token. */
const DIRECT: Record<Outcome, number> = {
  ok: 200,
  data: 200,
  '401': 401,
  csrf: 403,
  module: 403,
  charge: 403,
  office: 404,
  host: 404,
};

describe('the service without a gateway', () => {
  const LEGACY = MATRIX.filter(({ reaches }) => /^(GET|POST) (api|base)\/(?!auth)/.test(reaches ?? ''))
    // Ending sessions only requests the user list from the service, which has its own line.
    .filter(({ id }) => id !== 'sessions.endOfUser');

  async function logIn(who: Who): Promise<{ token?: string; ruc?: string }> {
    const person = people.get(who);
    if (!person) return {};
    const query = new URLSearchParams({ sucursal: person.office, user: person.username, password: PASSWORD });
    const answer = await fetch(`${service.url}/legacy/base/auth?${query.toString()}`);
    return (await answer.json()) as { token: string; ruc: string };
  }

  it.each(WHO)('G20: allows %s no more than the gateway does', async (who) => {
    const { token } = await logIn(who);
    const browser = await browserOf(people.get(who));
    await clientOf(browser);
    for (const { reaches, may, body } of LEGACY) {
      const own = people.get(who)?.office ?? 'LIMA';
      const call = filledIn(reaches ?? '', { ...words(), own });
      const [method = '', path = ''] = call.split(' ');
      const answer = await fetch(`${service.url}/legacy/${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect([call, answer.status]).toEqual([call, DIRECT[may[who]]]);
    }
  });

  const claims = {
    sub: 'LIMA/ana.torres',
    username: 'ana.torres',
    user: 'Ana Torres',
    officeId: 'LIMA',
    charge: 'S',
    modules: [...MODULE_CODES],
  };
  const signed = async (key: string, audience = 'despacho-operations', lifetime = '60s') =>
    new SignJWT({ ...claims, company: (await logIn('S of LIMA')).ruc })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('despacho-gateway')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(new TextEncoder().encode(key));
  const unsigned = [
    { alg: 'none', typ: 'JWT' },
    { ...claims, iss: 'despacho-gateway', aud: 'despacho-operations' },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

  it.each([
    ['nothing', () => Promise.resolve('')],
    ['a forged assertion', () => signed('another key of the very same length, for sure')],
    ['an assertion for somebody else', () => signed(SECRETS.OPERATIONS_KEY, 'another-service')],
    ['an assertion that outlives its minute', () => signed(SECRETS.OPERATIONS_KEY, undefined, '1h')],
    ['an assertion nobody signed', () => Promise.resolve(`${unsigned}.`)],
    ['a person’s own token', async () => (await logIn('S of LIMA')).token ?? ''],
  ])('G20: rejects %s as an assertion', async (_what, make) => {
    for (const path of ['offices', 'events']) {
      const bearer = async (token: string) =>
        (
          await fetch(`${service.url}/operations/${path}`, {
            headers: { authorization: `Bearer ${token}` },
            signal: AbortSignal.timeout(15_000),
          }).then(async (answer) => {
            await answer.body?.cancel();
            return answer;
          })
        ).status;
      expect(await bearer(await make())).toBe(401);
      expect(await bearer(await signed(SECRETS.OPERATIONS_KEY))).toBe(200);
    }
  });
});
