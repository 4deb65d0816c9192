import { describe, expect, it } from 'vitest';
import { type Manifest, type OperationManifest } from '../../../apps/bff/tools/manifest.ts';
import { chainLoosenings, loosenings } from './loosenings.ts';
import { compare, reasonsOf } from './record.ts';
import { askForReasons, compareManifest } from './write-manifest.ts';

const OPERATION: OperationManifest<string> = {
  summary: 'Un cambio',
  method: 'POST',
  path: '/api/things/:id',
  access: { who: 'modules', modules: { G01: 'Permisos' }, also: { U01: 'Asignación' } },
  csrf: 'always',
  origin: 'same-origin-only',
  office: 'query.officeId',
  charge: 'S',
  repeatable: false,
  proof: { minutes: 15 },
  limits: { request: 100, answer: 1000 },
  rate: 'with-the-session',
  keepsAlive: false,
  to: { upstream: 'api', path: '/things/:id', credentials: 'assertion', handler: 'checkFirst', asks: [] },
  request: { params: 'a1', query: null, body: 'b1' },
  response: 'c1',
};

const table = (changes: Partial<OperationManifest<string>> = {}): Manifest<string> => ({
  'things.change': { ...OPERATION, ...changes },
});
const to = (changes: Partial<OperationManifest['to']>) => ({ to: { ...OPERATION.to, ...changes } });

/** Each is wider than OPERATION; the reverse is narrower or another recipient. */
const OPENED: [string, Partial<OperationManifest<string>>][] = [
  ['modules', { access: { ...OPERATION.access, modules: { G01: 'Permisos', T02: 'Imágenes' } } }],
  ['also', { access: { who: 'modules', modules: { G01: 'Permisos' } } }],
  ['also', { access: { ...OPERATION.access, alsoUnless: 'S' } }],
  ['access', { access: { ...OPERATION.access, who: 'session', modules: {} } }],
  ['access', { access: { ...OPERATION.access, who: 'public', modules: {} } }],
  ['access', { access: { ...OPERATION.access, who: 'everyone', modules: {} } }],
  ['csrf', { csrf: 'only-with-session' }],
  ['csrf', { csrf: 'never' }],
  ['origin', { origin: 'no-cross-site-reads' }],
  ['office', { office: null }],
  ['charge', { charge: null }],
  ['proof', { proof: { minutes: 480 } }],
  ['proof', { proof: { minutes: 15, aboveRows: 5000 } }],
  ['proof', { proof: { minutes: 15, withFactor: true } }],
  ['limits.time', { limits: { request: 100, answer: 1000, time: 60_000 } }],
  ['limits.request', { limits: { request: 101, answer: 1000 } }],
  ['limits.answer', { limits: { request: 100, answer: 1001 } }],
  ['limits.answer', { limits: { request: 100, answer: null } }],
  ['rate', { rate: 'own' }],
  ['keepsAlive', { keepsAlive: true }],
  ['credentials', to({ credentials: 'bearer' })],
  ['handler', to({ handler: null })],
  ['asks', to({ asks: [{ upstream: 'base', credentials: 'bearer' }] })],
];

/** Neither is narrower than the other, so both directions require a reason. */
const DIFFERENT: [string, Partial<OperationManifest<string>>][] = [
  ['modules', { access: { ...OPERATION.access, modules: { T02: 'Imágenes' } } }],
  ['office', { office: 'params.officeId' }],
  ['to', to({ upstream: 'base' })],
  ['to', to({ path: '/other/:id' })],
  ['handler', to({ handler: 'checkNothing' })],
  ['request.body', { request: { params: 'a1', query: null, body: 'b2' } }],
  ['response', { response: 'c2' }],
  ['address', { path: '/api/others/:id' }],
];

describe('loosenings', () => {
  it.each(OPENED)('reports what was opened: %s', (what, changes) => {
    const found = loosenings(table(), table(changes));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^things.change ${what}`));
    expect(loosenings(table(changes), table())).toEqual([]);
  });

  it.each(DIFFERENT)('reports what is merely different: %s', (what, changes) => {
    for (const found of [loosenings(table(), table(changes)), loosenings(table(changes), table())])
      expect(found).toEqual([expect.stringMatching(new RegExp(`^things.change ${what}`))]);
  });

  it('reports a new operation, but not a removed or reworded one', () => {
    expect(loosenings({}, table())).toEqual(['things.change is new, for G01 and U01']);
    expect(loosenings({}, table({ access: { who: 'public', modules: {} } }))).toEqual([
      'things.change is new, for public',
    ]);
    expect(loosenings(table(), {})).toEqual([]);
    expect(loosenings(table(), table({ summary: 'Otras palabras' }))).toEqual([]);
  });

  it('reports a method that no longer requires a token', () => {
    const read = { method: 'GET', csrf: 'never', origin: 'no-cross-site-reads' } as const;
    expect(loosenings(table(), table(read)).length).toBeGreaterThan(0);
  });
});

describe('chainLoosenings', () => {
  const CHAIN = { outer: ['headers'], api: ['session', 'csrf', 'access'] };

  it('reports a removed and a moved step', () => {
    expect(chainLoosenings(CHAIN, { outer: [], api: ['session', 'access'] })).toEqual([
      'chain of every request without headers',
      'chain of operations without csrf',
    ]);
    expect(chainLoosenings(CHAIN, { ...CHAIN, api: ['session', 'access', 'csrf'] })).toEqual([
      'chain of operations in another order: session access csrf',
    ]);
  });

  it('allows a new step at any position', () => {
    expect(chainLoosenings(CHAIN, { outer: ['new', 'headers'], api: ['session', 'new', 'csrf', 'access'] })).toEqual(
      [],
    );
    expect(chainLoosenings(CHAIN, CHAIN)).toEqual([]);
  });
});

describe('the reason for a loosening', () => {
  const chain = { outer: ['headers'], api: ['csrf'] };
  const at = (operations: Manifest<string>) => ({ revision: 6, chain, operations });
  const now = (operations: Manifest<string>) => ({ chain, operations });
  const CHANGE = 'things.change csrf: "always" → "never"';
  const opened = table({ csrf: 'never' });
  const page = (revision: number, reason: string) =>
    `# Changes\n\n## Revision ${revision}\n\n- \`${CHANGE}\`: ${reason}\n\n## Revision 99\n`;
  const REASON = 'The scanner of the warehouse has no cookies.';

  it('is required by name', () => {
    const comparison = compare(at(table()), now(opened), '');
    expect(comparison.unexplained).toEqual([CHANGE]);
    const shorter = compare(at(table()), { chain: { ...chain, api: [] }, operations: table() }, '');
    expect(shorter).toMatchObject({ changed: true, unexplained: ['chain of operations without csrf'] });
    expect(askForReasons(comparison)).toContain(`## Revision 7\n\n- \`${CHANGE}\`: …`);
  });

  it('is accepted only for its own revision and the exact change, and if not empty', () => {
    const unexplained = (text: string) => compare(at(table()), now(opened), text).unexplained;
    expect(unexplained(page(7, REASON))).toEqual([]);
    expect(unexplained(page(7, 'The scanner\n  has no cookies.'))).toEqual([]);
    expect(unexplained(page(6, REASON))).toEqual([CHANGE]);
    expect(unexplained(page(7, '…'))).toEqual([CHANGE]);
    expect(unexplained(page(7, REASON).replace('always', 'only-with-session'))).toEqual([CHANGE]);
  });

  it('is not required for a tighter rule: that only has to be recorded', () => {
    const { changed, unexplained, next } = compare(at(opened), now(table()), '');
    expect({ changed, unexplained, revision: next.revision }).toEqual({ changed: true, unexplained: [], revision: 7 });
    expect(compare(at(table()), now(table()), '').next.revision).toBe(6);
  });

  it('is read from a list', () => {
    expect([...reasonsOf(page(3, REASON), 3)]).toEqual([[CHANGE, REASON]]);
  });
});

describe('docs/security/manifest.json', () => {
  it('matches what the gateway serves, with a reason for each loosening', async () => {
    const comparison = await compareManifest();
    expect(comparison.unexplained, askForReasons(comparison)).toEqual([]);
    expect(comparison.changed, 'npm run docs writes it').toBe(false);
  });
});
