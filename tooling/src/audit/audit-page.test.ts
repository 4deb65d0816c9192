import { describe, expect, it } from 'vitest';
import { auditPage } from './audit-page.ts';

const CHECK = { id: 'cors', row: 'G17', title: 'nothing is allowed', run: () => Promise.resolve() };

describe('the audit page', () => {
  const page = auditPage(
    [CHECK, { ...CHECK, id: 'other', needs: 'slow' }],
    [{ ...CHECK, id: 'tracker' }],
    { G8: 'it would have to stop' },
    [
      { without: 'a rule', changes: [{ file: 'a/b.ts', from: 'x', to: 'y' }], noticed: ['cors'] },
      { without: 'a limit', changes: [], settings: { LIMIT: '0' }, noticed: ['cors'] },
      { without: 'TLS worth the name', changes: [], tls: 'for another name', noticed: ['cors'] },
    ],
  );

  it('shows what each check requires and how many removed defences it reports', () => {
    expect(page).toContain('| [G17](controls.md#g17) | `cors` | nothing is allowed | – | 3 |');
    expect(page).toContain('| [G17](controls.md#g17) | `other` | nothing is allowed | `--slow` | 0 |');
  });

  it('lists the checks of the tracker', () => {
    expect(page).toContain('| [G17](controls.md#g17) | `tracker` | nothing is allowed | – |');
  });

  it('shows what each defence changed, and why a row cannot be checked', () => {
    expect(page).toContain('| a rule | `b.ts` | `cors` |');
    expect(page).toContain('| a limit | `LIMIT` | `cors` |');
    expect(page).toContain('| TLS worth the name | a certificate for another name | `cors` |');
    expect(page).toContain('| [G8](controls.md#g8) | it would have to stop |');
  });
});
