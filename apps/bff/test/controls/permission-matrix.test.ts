import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser, kindOf } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';

type Who = 'ana' | 'gloria' | 'rosa' | 'nadie' | 'beto';

/** Where the hosts know them: id, office and, at the beginning, modules. */
const PEOPLE: Record<Who, { id: string; office: string; modules: string[] }> = {
  ana: { id: '1', office: 'LIMA', modules: ['D01', 'M01', 'U01', 'T02', 'G01', '000'] }, // charge S
  gloria: { id: '2', office: 'LIMA', modules: ['G01', 'D01'] },
  rosa: { id: '3', office: 'LIMA', modules: ['T02', '000', 'X99'] },
  nadie: { id: '4', office: 'LIMA', modules: [] },
  beto: { id: '5', office: 'CUSCO', modules: ['G01', '000'] },
};

interface Refused {
  kind: string;
}
interface Saved {
  saved: string[];
}

/** Written by hand: who asks, for whom, in which office if they name one, the list they want, and what comes of it. */
const MATRIX: [by: Who, target: Who, office: string | undefined, wanted: string[], outcome: Refused | Saved][] = [
  // Somebody of the own office, within what one holds oneself.
  ['gloria', 'rosa', undefined, ['T02', '000', 'D01'], { saved: ['T02', '000', 'D01', 'X99'] }],
  ['gloria', 'rosa', 'LIMA', ['T02'], { saved: ['T02', 'X99'] }],
  ['gloria', 'rosa', undefined, [], { saved: ['X99'] }],
  ['gloria', 'nadie', undefined, ['G01'], { saved: ['G01'] }],
  ['gloria', 'ana', undefined, ['D01'], { saved: ['D01'] }],
  // Nobody grants a module they lack; what the target has already is not granted.
  ['gloria', 'nadie', undefined, ['M01'], { kind: 'permission-rule' }],
  ['gloria', 'nadie', undefined, ['D01', '000'], { kind: 'permission-rule' }],
  ['gloria', 'nadie', undefined, ['X99'], { kind: 'permission-rule' }],
  ['gloria', 'rosa', undefined, ['000', 'T02', 'U01'], { kind: 'permission-rule' }],
  ['gloria', 'rosa', undefined, ['000', 'T02', 'X99'], { saved: ['000', 'T02', 'X99'] }],
  // Except charge S.
  ['ana', 'rosa', undefined, ['D05', 'T02'], { saved: ['D05', 'T02', 'X99'] }],
  ['ana', 'nadie', undefined, ['D02', 'G01'], { saved: ['D02', 'G01'] }],
  // Nobody changes themselves, charge S neither.
  ['gloria', 'gloria', undefined, ['G01', 'D01'], { kind: 'permission-rule' }],
  ['gloria', 'gloria', undefined, [], { kind: 'permission-rule' }],
  ['ana', 'ana', undefined, ['G01', 'D02'], { kind: 'permission-rule' }],
  // Another office is charge S's alone; a target of another office is not found in one's own.
  ['gloria', 'beto', 'CUSCO', ['G01'], { kind: 'other-office' }],
  ['gloria', 'beto', undefined, ['G01'], { kind: 'not-found' }],
  ['beto', 'rosa', undefined, ['000'], { kind: 'not-found' }],
  ['beto', 'rosa', 'LIMA', ['000'], { kind: 'other-office' }],
  ['ana', 'beto', 'CUSCO', ['G01', 'D03'], { saved: ['G01', 'D03'] }],
  ['ana', 'beto', undefined, ['G01'], { kind: 'not-found' }],
  ['ana', 'rosa', 'CUSCO', ['000'], { kind: 'not-found' }],
  // An office's last G01 stays, whoever asks.
  ['ana', 'beto', 'CUSCO', ['000'], { kind: 'permission-rule' }],
  ['ana', 'beto', 'CUSCO', [], { kind: 'permission-rule' }],
  ['ana', 'gloria', undefined, [], { saved: [] }],
  // And none of it without G01.
  ['rosa', 'nadie', undefined, ['000'], { kind: 'no-module' }],
  ['nadie', 'rosa', undefined, [], { kind: 'no-module' }],
];

let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

async function save(by: Who | undefined, target: Who, office: string | undefined, wanted: string[]) {
  const browser = new Browser(gateway);
  if (by) await browser.signIn(gateway.legacy.users[by]);
  else await browser.get('/api/auth/session');
  const query = office === undefined ? '' : `?officeId=${office}`;
  const body = { permissionsList: wanted.map((module) => ({ module })) };
  return browser.post(`/api/permission/${PEOPLE[target].id}${query}`, body);
}

const audit = () =>
  gateway
    .logLines()
    .filter(({ event }) => String(event).startsWith('permissions.'))
    .map(({ event, by, target, officeId, before, after, outcome }) => ({
      event,
      ...(event !== 'permissions.refused' && { by, target, officeId, before, after }),
      ...(outcome !== undefined && { outcome }),
    }));

describe('who may give whom which permissions', () => {
  it('G38: the hosts of the test know them as the matrix says', () => {
    for (const [name, { id, office, modules }] of Object.entries(PEOPLE))
      expect(gateway.legacy.users[name as Who]).toMatchObject({ id, office, modules });
    expect(gateway.legacy.users.ana.charge).toBe('S');
  });

  it.each(MATRIX)('G38: %s gives %s (office %s) %j: %j', async (by, target, office, wanted, outcome) => {
    const response = await save(by, target, office, wanted);
    const { id, modules } = PEOPLE[target];
    const hits = gateway.legacy.hitsOf(`/api/permission/${id}`);
    if ('kind' in outcome) {
      expect(kindOf(response)).toBe(outcome.kind);
      expect(hits).toHaveLength(0);
      expect(gateway.legacy.users[target].modules).toEqual(modules);
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

  it('G38: nobody at all gives anybody anything', async () => {
    expect(kindOf(await save(undefined, 'rosa', undefined, []))).toBe('no-session');
    expect(gateway.legacy.hits).toHaveLength(0);
  });

  it('G38: whose G01 was taken a minute ago gives nothing any more', async () => {
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
