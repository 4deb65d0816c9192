import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browser, node } from './eslint.js';

// The first look at a file starts the compiler.
vi.setConfig({ testTimeout: 60_000 });

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'despacho-lint-'));
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024', types: [], noEmit: true };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** @returns the ids of the rules that `text` breaks when it stands in `path`. */
async function broken(config: unknown, path: string, text: string): Promise<(string | null)[]> {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config as Linter.Config[] });
  const [result] = await eslint.lintFiles([path]);
  return (result?.messages ?? []).map((message) => message.ruleId);
}

const READS = [
  'export const a: unknown = process.env;',
  `export const b: unknown = process.env['PORT'];`,
  'const { env } = process;\nexport const c: unknown = env;',
  `export const d: unknown = globalThis.process.env;`,
  `import process from 'node:process';\nexport const e: unknown = process.env;`,
  `import { env } from 'node:process';\nexport const f: unknown = env;`,
  `export const g: unknown = import.meta.env;`,
];

describe('the environment is read in config.ts alone', () => {
  const rules = ['no-restricted-properties', 'no-restricted-imports', 'no-restricted-syntax'];
  const hit = (ids: (string | null)[]): boolean => ids.some((id) => id !== null && rules.includes(id));

  describe.each([
    ['node', node],
    ['browser', browser],
  ])('in code for the %s', (_, config) => {
    it.each(READS)('refuses %s', async (text) => {
      expect(hit(await broken(config, 'src/other.ts', text))).toBe(true);
    });

    it('lets other code be', async () => {
      expect(hit(await broken(config, 'src/sound.ts', 'export const env = 1;'))).toBe(false);
    });
  });

  it.each(READS)('allows it in src/config.ts: %s', async (text) => {
    expect(hit(await broken(node, 'src/config.ts', text))).toBe(false);
  });

  it('does not take a config.ts elsewhere for the one', async () => {
    expect(hit(await broken(node, 'src/routes/config.ts', READS[0] ?? ''))).toBe(true);
  });
});

describe('the rest of the rules is switched on', () => {
  it.each([
    ['no-console', `console.log('x');`],
    ['eqeqeq', `export const a = (x: number): boolean => x == 1;`],
    ['@typescript-eslint/no-explicit-any', `export const a = (x: any): unknown => x;`],
    ['@typescript-eslint/no-floating-promises', `Promise.resolve(1);`],
    ['@typescript-eslint/consistent-type-imports', `import { A } from './sound.ts';\nexport const a: A | null = null;`],
  ])('%s', async (rule, text) => {
    expect(await broken(node, 'src/other.ts', text)).toContain(rule);
  });
});
