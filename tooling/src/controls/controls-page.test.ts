import { describe, expect, it } from 'vitest';
import { controlsPage } from './controls-page.ts';

const CONTROLS = [
  { id: 'G1', promise: 'Cookies are safe', sources: ['RFC 1'], code: ['apps/bff/src/app.ts'] },
  { id: 'G8', promise: 'Nobody is let in', sources: [], code: ['Dockerfile'] },
];
const TESTS = [
  { ids: ['G1', 'S2'], title: 'G1 S2: sets %s and `x` <b>', file: 'apps/bff/test/a.test.ts', line: 3 },
  { ids: ['G1'], title: 'G1: is refused', file: 'apps/bff/test/a.test.ts', line: 9 },
];

describe('the page of controls', () => {
  const page = controlsPage(CONTROLS, TESTS);

  it('shows the source, code, tests and audit checks of each control', () => {
    const [, first = '', second = ''] = page.split(/^## /m);
    expect(first).toContain('Source: RFC 1. Code: [`app.ts`](../../apps/bff/src/app.ts).');
    expect(first).toContain('checks `session-cookie`');
    expect(first).toContain('- [`a.test.ts`](../../apps/bff/test/a.test.ts)\n  - sets %s and');
    expect(first).toContain('  - is refused');
    expect(second).toContain('Source: judgement.');
    expect(second).toContain('Not visible from outside: the session store');
  });

  it('counts tests, including none', () => {
    expect(page).toContain('| [G1](#g1) | Cookies are safe | RFC 1 | 2 |');
    expect(page).toContain('| [G8](#g8) | Nobody is let in | judgement | 0 |');
  });

  it('escapes markup in titles', () => {
    expect(page).toContain('sets %s and \\`x\\` \\<b\\>');
  });
});
