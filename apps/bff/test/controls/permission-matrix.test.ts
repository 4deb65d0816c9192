import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { addPerson, type LegacyUser } from '../support/legacy.ts';

type Who = 'ana' | 'gloria' | 'rosa' | 'nadie' | 'beto' | 'saul' | 'sara' | 'sinCargo';

/** Users as the hosts know them: id, office and initial modules. */
const PEOPLE: Record<Who, { id: string; office: string; modules: string[] }> = {
  ana: { id: '1', office: 'LIMA', modules: ['D01', 'M01', 'U01', 'T02', 'G01', '000'] }, // charge S
  gloria: { id: '2', office: 'LIMA', modules: ['G01', 'D01'] },
  rosa: { id: '3', office: 'LIMA', modules: ['T02', '000', 'X99'] },
  nadie: { id: '4', office: 'LIMA', modules: [] },
  beto: { id: '5', office: 'CUSCO', modules: ['G01', '000'] },
  saul: { id: '105', office: 'LIMA', modules: ['M01'] }, // charge S
  sara: { id: '106', office: 'CUSCO', modules: ['G01'] }, // charge S
  sinCargo: { id: '107', office: 'LIMA', modules: ['T02', 'G01'] }, // the host does not say which charge
};

interface Refusal {
  kind: string;
}
interface Saved {
  saved: string[];
}

/** Written by hand: who changes whom, in which office if named, the requested list, and the result. */
const MATRIX: [by: Who, target: Who, office: string | undefined, wanted: string[], outcome: Refusal | Saved][] = [
  // A user of the caller's office, within the caller's modules.
  ['gloria', 'rosa', undefined, ['T02', '000', 'D01'], { saved: ['T02', '000', 'D01', 'X99'] }],
  ['gloria', 'rosa', 'LIMA', ['T02'], { saved: ['T02', 'X99'] }],
  ['gloria', 'rosa', undefined, [], { saved: ['X99'] }],
  ['gloria', 'nadie', undefined, ['G01'], { saved: ['G01'] }],
  // Only charge S changes charge S, whatever is granted or revoked; an unknown charge counts as S.
  ['gloria', 'ana', undefined, ['D01'], { kind: 'permission-rule' }],
  ['gloria', 'ana', undefined, ['D01', 'M01', 'U01', 'T02', 'G01', '000'], { kind: 'permission-rule' }],
  ['gloria', 'saul', undefined, ['M01', 'D01'], { kind: 'permission-rule' }],
  ['gloria', 'saul', undefined, [], { kind: 'permission-rule' }],
  ['beto', 'sara', undefined, ['G01', '000'], { kind: 'permission-rule' }],
  ['gloria', 'sinCargo', undefined, ['T02', 'G01', 'D01'], { kind: 'permission-rule' }],
  ['gloria', 'sinCargo', undefined, [], { kind: 'permission-rule' }],
  ['ana', 'saul', undefined, ['D01'], { saved: ['D01'] }],
  ['ana', 'saul', undefined, [], { saved: [] }],
  ['ana', 'sinCargo', undefined, ['D01', 'G01'], { saved: ['D01', 'G01'] }],
  ['ana', 'sinCargo', undefined, [], { saved: [] }],
  ['ana', 'sara', 'CUSCO', ['D01'], { saved: ['D01'] }],
  ['sara', 'ana', 'LIMA', ['D01'], { saved: ['D01'] }],
  // Nobody grants a module they lack; modules that the target already has may stay.
  ['gloria', 'nadie', undefined, ['M01'], { kind: 'permission-rule' }],
  ['gloria', 'nadie', undefined, ['D01', '000'], { kind: 'permission-rule' }],
  ['gloria', 'nadie', undefined, ['X99'], { kind: 'permission-rule' }],
  ['gloria', 'rosa', undefined, ['000', 'T02', 'U01'], { kind: 'permission-rule' }],
  ['gloria', 'rosa', undefined, ['000', 'T02', 'X99'], { saved: ['000', 'T02', 'X99'] }],
  // Except charge S.
  ['ana', 'rosa', undefined, ['D05', 'T02'], { saved: ['D05', 'T02', 'X99'] }],
  ['ana', 'nadie', undefined, ['D02', 'G01'], { saved: ['D02', 'G01'] }],
  // Nobody changes themselves, not even charge S.
  ['gloria', 'gloria', undefined, ['G01', 'D01'], { kind: 'permission-rule' }],
  ['gloria', 'gloria', undefined, [], { kind: 'permission-rule' }],
  ['ana', 'ana', undefined, ['G01', 'D02'], { kind: 'permission-rule' }],
  // Another office requires charge S; a target of another office is not found in the caller's own.
  ['gloria', 'beto', 'CUSCO', ['G01'], { kind: 'other-office' }],
  ['gloria', 'beto', undefined, ['G01'], { kind: 'not-found' }],
  ['beto', 'rosa', undefined, ['000'], { kind: 'not-found' }],
  ['beto', 'rosa', 'LIMA', ['000'], { kind: 'other-office' }],
  ['ana', 'beto', 'CUSCO', ['G01', 'D03'], { saved: ['G01', 'D03'] }],
  ['ana', 'beto', undefined, ['G01'], { kind: 'not-found' }],
  ['ana', 'rosa', 'CUSCO', ['000'], { kind: 'not-found' }],
  // The last G01 of an office stays, for any caller.
  ['ana', 'beto', 'CUSCO', ['000'], { saved: ['000'] }],
  ['ana', 'gloria', undefined, [], { saved: [] }],
  // Nothing without G01.
  ['rosa', 'nadie', undefined, ['000'], { kind: 'no-module' }],
  ['nadie', 'rosa', undefined, [], { kind: 'no-module' }],
];

let gateway: Gateway;
let users: Record<Who, LegacyUser>;
let logged: number;
// One gateway: each test begins with the modules above, its own sign-ins, and without calls or log lines.
beforeAll(async () => {
  gateway = await startGateway();
  const { legacy } = gateway;
  const saul = addPerson(legacy, 'saul', { charge: 'S', modules: PEOPLE.saul.modules });
  const sara = addPerson(legacy, 'sara', { office: 'CUSCO', charge: 'S', modules: PEOPLE.sara.modules });
  const sinCargo = addPerson(legacy, 'sinCargo', { charge: '', modules: PEOPLE.sinCargo.modules });
  users = { ...legacy.users, saul, sara, sinCargo };
});
beforeEach(() => {
  for (const [name, { modules }] of Object.entries(PEOPLE)) users[name as Who].modules = [...modules];
  gateway.legacy.hits.length = 0;
  logged = gateway.logLines().length;
});
afterAll(() => gateway.close());

async function save(by: Who | undefined, target: Who, office: string | undefined, wanted: string[]) {
  const browser = new Browser(gateway);
  if (by) await browser.signIn(users[by]);
  else await browser.get('/api/auth/session');
  const query = office === undefined ? '' : `?officeId=${office}`;
  const body = { permissionsList: wanted.map((module) => ({ module })) };
  return browser.post(`/api/permission/${PEOPLE[target].id}${query}`, body);
}

const audit = () =>
  gateway
    .logLines()
    .slice(logged)
    .filter(({ event }) => String(event).startsWith('permissions.'))
    .map(({ event, by, target, officeId, before, after, outcome }) => ({
      event,
      ...(event !== 'permissions.refused' && { by, target, officeId, before, after }),
      ...(outcome !== undefined && { outcome }),
    }));

describe('changes of permissions', () => {
  it('G38: the hosts of the test match the matrix', () => {
    for (const [name, { id, office, modules }] of Object.entries(PEOPLE))
      expect(users[name as Who]).toMatchObject({ id, office, modules });
    const charges = { ana: 'S', saul: 'S', sara: 'S', gloria: 'A', beto: 'A', rosa: 'O', nadie: 'O', sinCargo: '' };
    expect(Object.fromEntries(Object.entries(users).map(([name, { charge }]) => [name, charge]))).toEqual(charges);
  });

  it.each(MATRIX)('G38: %s gives %s (office %s) %j: %j', async (by, target, office, wanted, outcome) => {
    const response = await save(by, target, office, wanted);
    const { id, modules } = PEOPLE[target];
    const hits = gateway.legacy.hitsOf(`/api/permission/${id}`);
    if ('kind' in outcome) {
      expect(kindOf(response)).toBe(outcome.kind);
      expect(hits).toHaveLength(0);
      expect(users[target].modules).toEqual(modules);
      expect(audit()).toEqual(outcome.kind === 'permission-rule' ? [{ event: 'permissions.refused' }] : []);
      return;
    }
    expect(response.status).toBe(200);
    const [hit, ...more] = hits;
    expect(more).toEqual([]);
    expect(JSON.parse(hit?.body ?? '')).toEqual({ permissionsList: outcome.saved.map((module) => ({ module })) });
    const change = { by, target: id, officeId: PEOPLE[target].office, before: modules, after: outcome.saved };
    expect(audit()).toEqual([
      { event: 'permissions.requested', ...change },
      { event: 'permissions.settled', ...change, outcome: 'accepted' },
    ]);
  });

  it.each([
    ['the last G01 of an office', 'beto', [], 'La oficina debe conservar'],
    ['the last G01 of charge S', 'saul', ['G01'], 'cargo S y el permiso Permisos'],
  ] as const)('G38: keeps %s, even before the caller’s session is updated', async (_what, target, others, text) => {
    const sara = new Browser(gateway);
    await sara.signIn(users.sara);
    // The caller's session is out of date: everyone else has lost administration since.
    for (const user of Object.values(users)) user.modules = [];
    users[target].modules = ['G01'];
    users.gloria.modules = [...others];
    const response = await sara.post(`/api/permission/${PEOPLE[target].id}?officeId=${PEOPLE[target].office}`, {
      permissionsList: [],
    });
    expect(kindOf(response)).toBe('permission-rule');
    expect((response.body as { detail: string }).detail).toContain(text);
    expect(users[target].modules).toEqual(['G01']);
  });

  it('G38: a caller without a session changes nothing', async () => {
    expect(kindOf(await save(undefined, 'rosa', undefined, []))).toBe('no-session');
    expect(gateway.legacy.hits).toHaveLength(0);
  });

  it('G38: a caller who lost G01 a minute ago changes nothing', async () => {
    const gloria = new Browser(gateway);
    await gloria.signIn(gateway.legacy.users.gloria);
    const give = () => gloria.post('/api/permission/4', { permissionsList: [{ module: 'D01' }] });
    expect((await give()).status).toBe(200);
    gateway.legacy.users.gloria.modules = ['D01'];
    gateway.advance(61_000);
    expect(kindOf(await give())).toBe('no-module');
    expect(gateway.legacy.hitsOf('/api/permission/4')).toHaveLength(1);
  });
});
