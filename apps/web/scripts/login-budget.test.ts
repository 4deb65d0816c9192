import { readdir, readFile } from 'node:fs/promises';
import { OPERATIONS } from '@despacho/contracts/operations';
import { beforeAll, describe, expect, it } from 'vitest';
import { SECTIONS } from '#shared/sections.ts';
import {
  DIST,
  filesNamedIn,
  filesOf,
  LOGIN_BUDGET,
  loginWeights,
  type Manifest,
  total,
  type Weight,
} from './login-budget.ts';

const read = (file: string): Promise<string> => readFile(new URL(file, DIST), 'utf8');

describe('filesOf', () => {
  const manifest = {
    'index.html': { file: 'entry.js', css: ['entry.css'], imports: ['_base.js'] },
    '_base.js': { file: 'base.js', imports: ['index.html'] },
    'login.tsx': { file: 'login.js', imports: ['_base.js', '_field.js'] },
    '_field.js': { file: 'field.js', css: ['field.css'] },
    'shell.tsx': { file: 'shell.js' },
  };

  it('follows static imports and style sheets, each once', () => {
    expect(filesOf(manifest, ['index.html', 'login.tsx']).sort()).toEqual([
      'base.js',
      'entry.css',
      'entry.js',
      'field.css',
      'field.js',
      'login.js',
    ]);
  });

  it('throws for a missing file', () => {
    expect(() => filesOf(manifest, ['gone.tsx'])).toThrow('gone.tsx');
  });
});

describe('filesNamedIn', () => {
  it('finds scripts and style sheets, not icons', () => {
    const html = `<link rel="icon" href="./favicon.svg" /><script src="./theme.js"></script>
      <link rel="stylesheet" crossorigin href="./assets/a.css"><script type="module" src="./assets/b.js"></script>`;
    expect(filesNamedIn(html)).toEqual(['theme.js', 'assets/a.css', 'assets/b.js']);
  });
});

describe('the login page of a build', () => {
  let weights: Weight[];

  beforeAll(async () => {
    weights = await loginWeights(DIST);
  });

  it('downloads at most 140 KB of JavaScript and CSS, compressed', () => {
    expect(total(weights)).toBeGreaterThan(90_000);
    expect(total(weights)).toBeLessThanOrEqual(LOGIN_BUDGET);
  });

  it('downloads only the contracts of the login', async () => {
    const scripts = weights.map(({ file }) => file).filter((file) => file.endsWith('.js'));
    const text = (await Promise.all(scripts.map(read))).join();
    const found = Object.keys(OPERATIONS).filter((id) => text.includes(id));
    expect(found).toContain('session.login');
    expect(found.filter((id) => !/^sessions?\./.test(id))).toEqual([]);
    expect(text.includes('Inicia una sesión')).toBe(false);
  });

  it('contains no policy and no summary of an operation', async () => {
    const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest;
    const scripts = filesOf(manifest, Object.keys(manifest)).filter((file) => file.endsWith('.js'));
    const text = (await Promise.all(scripts.map(read))).join();
    expect(text).toContain('/api/orders/counts');
    expect(text).not.toMatch(/answerBytes|bodyBytes|repeatable:|keepsAlive/);
    for (const { summary } of Object.values(OPERATIONS)) expect(text).not.toContain(summary);
  });

  it('S1: names existing files of each screen, those of the login page first', async () => {
    const screens = JSON.parse(await read('.vite/screens.json')) as Record<string, string[]>;
    const covered = (path: string) => path in screens || `${path}/` in screens;
    expect(SECTIONS.map(({ path }) => path).filter((path) => !covered(path))).toEqual([]);
    const existing = new Set((await readdir(DIST, { recursive: true })).map(String));
    for (const [path, files] of Object.entries(screens)) {
      expect([path, files.filter((file) => !existing.has(file))]).toEqual([path, []]);
      expect(files.slice(0, 2)).toEqual(['theme.js', expect.stringMatching(/^assets\/index-/)]);
      expect(files.join()).toMatch(/SignedIn-.*Screen-/);
    }
  });

  it('S1: downloads no code of the shell, its screens or the pop-ups', () => {
    const names = weights.map(({ file }) => file).join();
    expect(names).toMatch(/LoginScreen/);
    expect(names).not.toMatch(/Shell|Permissions|Clients|Map|Dashboard|sweetalert|SignedIn|query/i);
  });
});
