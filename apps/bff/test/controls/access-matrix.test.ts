import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATRIX, type Outcome, type Who } from '../support/access-matrix.ts';
import { askLine, filledIn, type Words } from '../support/ask-line.ts';
import { sampleAnswer } from '../support/arbitraries.ts';
import { Browser } from '../support/browser.ts';
import { importFile, ticketOf, zipOf } from '../support/dispatch-rows.ts';
import { type Respond, sendFile, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { addPerson, type LegacyUser } from '../support/legacy.ts';
import { casesByRole } from '../support/matrix-cases.ts';
import { COMPANY_OF, ROLES } from '../support/matrix-roles.ts';
import { fileTypes, isOfDispatch, operationOf, policyOf, principalOf } from '../support/sweep.ts';

/** These hosts keep their people and clients themselves. */
const ELSEWHERE = [404, 'directory-elsewhere'];

const REFUSALS: Record<Exclude<Outcome, 'ok' | 'data'>, readonly [number, string]> = {
  '401': [401, 'no-session'],
  csrf: [403, 'wrong-csrf-token'],
  module: [403, 'no-module'],
  charge: [403, 'no-charge'],
  office: [403, 'other-office'],
  host: [404, 'not-found'],
};

let gateway: Gateway;
const people = new Map<Who, LegacyUser>();
const targets = new Map<string, LegacyUser>();

const companyOf = (person: LegacyUser) => COMPANY_OF[person.office];

/** A host that checks the company of the caller, like the service. */
const hostThatKnowsCompanies =
  (office: string, normal: Respond): Respond =>
  (hit, res, req) => {
    const everyone = Object.values(gateway.legacy.users);
    const asking = everyone.find(({ token }) => hit.headers.authorization === `Bearer ${token}`);
    if (!asking || companyOf(asking) !== COMPANY_OF[office]) {
      sendJson(res, 404, { message: 'No existe' });
      return undefined;
    }
    return normal(hit, res, req);
  };

/** Ids of the dispatch service's rows in each office. */
const ROWS: Words = Object.fromEntries(
  Object.keys(COMPANY_OF).flatMap((office, index) => [
    [`order${office}`, String(10 + index)],
    [`stop${office}`, String(20 + index)],
    [`courier${office}`, String(30 + index)],
    [`other${office}`, String(40 + index)],
    [`import${office}`, String(50 + index)],
    [`view${office}`, String(60 + index)],
    [`photo${office}`, String(70 + index)],
    [`review${office}`, String(80 + index)],
    [`name${office}`, `Vista ${office}`],
    [`paid${office}`, String(90 + index)],
    [`today${office}`, '2026-11-24'],
    [`version${office}`, String(100 + index)],
    [`act${office}`, `0a8c0a4e-1111-4222-8333-55555555555${index}`],
    [`line${office}`, String(110 + index)],
    [`shift${office}`, String(120 + index)],
    [`guestLink${office}`, String(130 + index)],
    [`zone${office}`, String(140 + index)],
    [`removedZone${office}`, String(150 + index)],
    [`person${office}`, `persona-${index}`],
    [`disabled${office}`, `persona-1${index}`],
    [`profile${office}`, String(160 + index)],
    [`account${office}`, `nueva.${index}`],
    [`record${office}`, String(170 + index)],
    [`double${office}`, String(180 + index)],
    [`noted${office}`, String(200 + index)],
    [`clients${office}`, String(190 + index)],
    [`empty${office}`, office],
    [`batch${office}`, `0a8c0a4e-1111-4222-8333-44444444444${index}`],
  ]),
);

/** A minimal dispatch service that applies the company in the assertion. */
const serviceThatKnowsCompanies =
  (id: OperationId): Respond =>
  ({ headers, query }, res) => {
    const [, claims = ''] = headers.authorization?.split('.') ?? [];
    const { company } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { company: string };
    const [type] = fileTypes(id) ?? [];
    if (company === COMPANY_OF[query['officeId'] ?? '']) {
      if (type === undefined) sendJson(res, 200, sampleAnswer(operationOf(id)));
      else sendFile(res, type);
    } else sendJson(res, 404, { message: 'No encontrado' });
  };

beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY: '127.0.0.0/8', REQUESTS_PER_MINUTE: '0' });
  gateway.stopClock();
  const { legacy } = gateway;
  for (const [who, role] of ROLES) people.set(who, addPerson(legacy, `persona-${who.replaceAll(' ', '-')}`, role));
  for (const [office, company] of Object.entries(COMPANY_OF)) {
    targets.set(office, addPerson(legacy, `objetivo-${office}`, { office }));
    for (const person of Object.values(legacy.users)) if (person.office === office) person.ruc = company;
    const call = `GET /api/users/${office}`;
    legacy.on(call, hostThatKnowsCompanies(office, legacy.answerOf(call)));
  }
  for (const { id, ask, reaches } of MATRIX)
    if (ask.includes('officeId=') && reaches?.includes(' operations/'))
      gateway.dispatch.on(filledIn(reaches, ROWS).replace(' ', ' /'), serviceThatKnowsCompanies(id));
});
// Everything sent is searched for every secret.
afterAll(() => gateway.close(), 120_000);

let addresses = 0;
/** A browser with its own address. */
async function browserOf(who: Who): Promise<Browser> {
  addresses += 1;
  const browser = new Browser(gateway, { 'x-forwarded-for': `10.2.${addresses >> 8}.${addresses & 255}` });
  await browser.get('/api/auth/session');
  const person = people.get(who);
  if (person) expect((await browser.signIn(person)).status).toBe(200);
  return browser;
}

const browsers = new Map<Who, Promise<Browser>>();

/**
 * One browser per role for all lines of the dispatch domain: at the end, all output is searched for every issued
 * session.
 */
const usualBrowserOf = (who: Who): Promise<Browser> => {
  const browser = browsers.get(who) ?? browserOf(who);
  browsers.set(who, browser);
  return browser;
};

const wordsOf = (who: Who): Words => ({
  ...ROWS,
  client: '7',
  file: importFile('R-1'),
  own: people.get(who)?.office ?? '',
  name: targets.get('LIMA')?.username ?? '',
  password: targets.get('LIMA')?.password ?? '',
  ...Object.fromEntries([...targets].map(([office, { id }]) => [office, String(id)])),
});

const forgetCalls = (): void => {
  for (const { hits } of [gateway.legacy, gateway.dispatch, gateway.tiles]) hits.length = 0;
};

const reached = (): string[] =>
  [gateway.legacy, gateway.dispatch, gateway.tiles]
    .flatMap(({ hits }) => hits)
    .map(({ method, path }) => `${method} ${path.slice(1)}`);

describe.each(casesByRole())('%s', (who, cases) => {
  it.each(cases.map(({ line, may }) => [line.ask, may, line] as const))('G20 C5: %s → %s', async (_ask, may, line) => {
    const browser = await (isOfDispatch(line.id) || principalOf(line.id) ? usualBrowserOf(who) : browserOf(who));
    const office = people.get(who)?.office ?? 'LIMA';
    const ticket = line.ask.includes('{ticket}') ? await ticketOf(browser, office) : '';
    const zip = line.ask.includes('{zip}') ? await zipOf(browser, office, '1') : '';
    const answer = await askLine(line, browser, { ...wordsOf(who), ticket, zip }, forgetCalls);
    if (policyOf(line.id).directory && ['ok', 'data', 'office', 'host'].includes(may)) {
      expect([answer.status, answer.kind, reached()]).toEqual([...ELSEWHERE, []]);
      return;
    }
    if (may === 'data') throw new Error(`${line.id} is an operation of the directory`);
    const outcome = may === 'ok' ? [OPERATIONS[line.id].response === null ? 204 : 200, undefined] : REFUSALS[may];
    expect([answer.status, answer.kind]).toEqual(outcome);
    expect(answer.headers.location).toBeUndefined();
    if (may === 'host') {
      const [only, ...more] = reached();
      expect(more).toEqual([]);
      if (line.reaches?.includes(' operations/')) {
        expect(only).toBe(filledIn(line.reaches, wordsOf(who)));
        return;
      }
      expect(only).toMatch(/^GET api\/users\//);
      expect(gateway.legacy.hits[0]?.headers.authorization).toBe(`Bearer ${people.get(who)?.token ?? ''}`);
    } else if (may !== 'ok' || line.reaches === null) expect(reached()).toEqual([]);
    else {
      const wanted = filledIn(line.reaches, wordsOf(who));
      expect(reached().filter((call) => call === wanted)).toHaveLength(1);
    }
  });
});
