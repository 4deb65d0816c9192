import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../src/root.ts';

const READS = [
  'export const a: unknown = process.env;',
  `export const b: unknown = process.env['PORT'];`,
  'const { env } = process;\nexport const c: unknown = env;',
  `export const d: unknown = globalThis.process.env;`,
  `import process from 'node:process';\nexport const e: unknown = process.env;`,
  `import { env } from 'node:process';\nexport const f: unknown = env;`,
  `export const g: unknown = import.meta.env;`,
  `export const h: unknown = process['env'];`,
];
const ENVIRONMENT = 'despacho(environment-in-config-alone)';

const WAITS = 'waits(reason)';
const SLEEP = `import { setTimeout as sleep } from 'node:timers/promises';\n`;
const LONG_WAITS = [
  `${SLEEP}await sleep(201);`,
  'const TIME_MS = 100;\nsetTimeout(f, 3 * TIME_MS);\ndeclare function f(): void;',
  `export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));`,
  'export const a = (page: { waitForTimeout(ms: number): void }): void => page.waitForTimeout(1_000);',
  `// waits for nothing\n${SLEEP}await sleep(500);`,
];
const ALLOWED_WAITS = [
  `${SLEEP}await sleep(200);`,
  `${SLEEP}// waits: the connection of another process is closed after half a second\nawait sleep(500);`,
  `${SLEEP}await sleep(500); // waits: as above`,
  `${SLEEP}export const a = (left: number) => sleep(Math.min(left, 50));`,
  `import { vi } from 'vitest';\nvi.useFakeTimers();\nsetTimeout(() => undefined, 60_000);`,
];

const INTL = 'intl(text-is-for-people)';
const FORMAT = `const format = new Intl.DateTimeFormat('es-PE');\n`;
const TEXT_AS_DATA = [
  `export const day = new Intl.DateTimeFormat('en-CA').format();`,
  `export const day = (at: Date): string => at.toLocaleDateString('sv-SE');`,
  `${FORMAT}export const hour = format.format().slice(0, 2);`,
  `${FORMAT}export const [date, time] = format.format().split(' ');`,
  `${FORMAT}export const hour = Number(format.format());`,
  `${FORMAT}export const at = new Date(format.format());`,
  `${FORMAT}export const isNight = (at: Date): boolean => at.toLocaleTimeString() < '05:00';`,
  `${FORMAT}const text = format.format();\nexport const isFirst = text === '1/1/2026';`,
  `${FORMAT}const text = format.format();\nexport const parts = text.split('/');`,
  `export const isMidnight = (at: string): boolean => formatTime(at) === '00:00';\ndeclare function formatTime(at: string): string;`,
];
const TEXT_FOR_PEOPLE = [
  `${FORMAT}export const text = \`El \${format.format()}\`;`,
  `${FORMAT}const text = format.format();\nexport const line = [text, 'hoy'].join(' · ');`,
  `${FORMAT}export const day = format.formatToParts().find(({ type }) => type === 'day')?.value;`,
  `export const names = new Intl.Collator('en').compare('a', 'b') < 0;`,
];

const DAYS = 'days(reason)';
const COMPUTED_DAYS = [
  `export const a = (now: Date): string => now.toISOString().slice(0, 10);`,
  `export const b = (now: Date): string | undefined => now.toISOString().split('T')[0];`,
  'export const c = (day: string): Date => new Date(`${day}T00:00:00Z`);',
  'export const d = (day: string): number => Date.parse(`${day}T12:00:00Z`);',
  `export const e = (now: Date): number => now.getUTCDate();`,
  `export const f = (now: Date): string => now.toLocaleDateString('sv-SE');`,
  'declare const sql: (text: TemplateStringsArray, day: string) => unknown;\nexport const g = sql`select ${"x"}::date + 1`;',
  `export const h = "select date_trunc('day', at)";`,
];
const ALLOWED_DAYS = [
  `// day: the retention of whole days in UTC\nexport const a = (now: Date): string => now.toISOString().slice(0, 10);`,
  'declare const sql: (text: TemplateStringsArray, day: string) => unknown;\nexport const g = sql`\n  select 1\n  -- a day\n  from x`;',
  `export const c = (text: string): string => text.slice(0, 10);`,
  `export const d = (at: string): Date => new Date(at);`,
];

/** Code that breaks each rule. */
const BREACHES: [rule: string, path: string, text: string][] = [
  ...['apps/bff/src', 'apps/web/src', 'apps/bff/src/routes'].flatMap((folder) =>
    READS.map((text): [string, string, string] => [ENVIRONMENT, `${folder}/other.ts`, text]),
  ),
  [ENVIRONMENT, 'apps/bff/src/policy/config.ts', READS[0] ?? ''],
  ...COMPUTED_DAYS.map((text): [string, string, string] => [DAYS, 'apps/bff/src/other.ts', text]),
  ...LONG_WAITS.map((text): [string, string, string] => [WAITS, 'apps/bff/src/other.test.ts', text]),
  [WAITS, 'apps/bff/test/support/other.ts', LONG_WAITS[0] ?? ''],
  ...TEXT_AS_DATA.map((text): [string, string, string] => [INTL, 'apps/web/src/other.ts', text]),
  ...['apps/backend/src', 'apps/bff/src', 'packages/server/src', 'tooling/src'].map(
    (folder): [string, string, string] => [INTL, `${folder}/other.ts`, TEXT_AS_DATA[0] ?? ''],
  ),
  ['eslint(no-console)', 'apps/bff/src/other.ts', `console.log('x');`],
  ['eslint(eqeqeq)', 'apps/bff/src/other.ts', `export const a = (x: number): boolean => x == 1;`],
  ['eslint(no-unused-vars)', 'apps/bff/src/other.ts', `const a = 1;`],
  ['eslint(no-empty)', 'apps/bff/src/other.ts', `try { f(); } catch {}\nfunction f(): void { throw new Error(); }`],
  ['typescript(no-explicit-any)', 'apps/bff/src/other.ts', `export const a = (x: any): unknown => x;`],
  ['typescript(no-unsafe-member-access)', 'apps/bff/src/other.ts', `export const a: unknown = JSON.parse('{}').b;`],
  ['typescript(no-floating-promises)', 'apps/bff/src/other.ts', `Promise.resolve(1);`],
  [
    'typescript(no-misused-promises)',
    'apps/bff/src/other.ts',
    `[1].forEach(async () => { await Promise.resolve(); });`,
  ],
  ['typescript(no-unnecessary-condition)', 'apps/bff/src/other.ts', `export const a = (x: string): string => x ?? '';`],
  [
    'typescript(switch-exhaustiveness-check)',
    'apps/bff/src/other.ts',
    `export function a(x: 'b' | 'c'): void { switch (x) { case 'b': break; } }`,
  ],
  [
    'typescript(consistent-type-imports)',
    'apps/bff/src/other.ts',
    `import { A } from './sound.ts';\nexport const a: A | null = null;`,
  ],
  [
    'eslint(no-restricted-imports)',
    'apps/bff/src/a/b/c/other.ts',
    `import { a } from '../../../sound.ts';\nexport const b = a;`,
  ],
  ['eslint(no-restricted-globals)', 'apps/web/src/other.ts', `export const a = localStorage.getItem('b');`],
  ...['navigator.storage.persist()', `new BroadcastChannel('a')`, `cookieStore.get('a')`].map(
    (text): [string, string, string] => [
      'eslint(no-restricted-globals)',
      'apps/web/src/other.ts',
      `export const a = ${text};`,
    ],
  ),
  // The types of all files are checked by the lint alone: it must report what tsc does.
  ['typescript(TS2322)', 'apps/web/src/Other.tsx', `export const a: number = 'b';`],
  ['typescript(TS2307)', 'apps/bff/src/other.ts', `export { a } from './nowhere.ts';`],
  ['typescript(TS2578)', 'apps/bff/src/other.ts', `// @ts-expect-error because nothing is wrong\nexport const a = 1;`],
  // The import rules do not see this kind of import.
  [
    'typescript(consistent-type-imports)',
    'apps/bff/src/other.ts',
    `export type A = typeof import('../../backend/src/main.ts');`,
  ],
  [
    'react-hooks(rules-of-hooks)',
    'apps/web/src/Other.tsx',
    `export function A({ b }: { b: boolean }) { if (b) useId(); return null; }\ndeclare function useId(): string;`,
  ],
  [
    'react-hooks(exhaustive-deps)',
    'apps/web/src/Other.tsx',
    `import { useEffect } from 'react';\nexport function A({ b }: { b: string }) { useEffect(() => { document.title = b; }, []); return null; }`,
  ],
  [
    'react(set-state-in-effect)',
    'apps/web/src/Other.tsx',
    `import { useEffect, useState } from 'react';\nexport function A() { const [b, setB] = useState(0); useEffect(() => { setB(1); }, []); return b; }`,
  ],
];

/** Code that resembles a violation but is allowed. */
const ALLOWED: typeof BREACHES = [
  ...READS.map((text): [string, string, string] => [ENVIRONMENT, 'apps/bff/src/config.ts', text]),
  [ENVIRONMENT, 'apps/bff/src/sound.ts', 'export const a = { env: 1 }.env;'],
  ...ALLOWED_WAITS.map((text): [string, string, string] => [WAITS, 'apps/bff/src/sound.test.ts', text]),
  [WAITS, 'apps/bff/src/sound.ts', LONG_WAITS[0] ?? ''],
  ...TEXT_FOR_PEOPLE.map((text): [string, string, string] => [INTL, 'apps/web/src/sound.ts', text]),
  ...ALLOWED_DAYS.map((text): [string, string, string] => [DAYS, 'apps/bff/src/sound.ts', text]),
  [DAYS, 'apps/bff/src/sound.test.ts', COMPUTED_DAYS[0] ?? ''],
  [ENVIRONMENT, 'tooling/src/sound.ts', `export const a = process.env['PORT'];`],
  ['eslint(no-console)', 'tooling/src/sound.ts', `console.log('x');`],
  [
    'react-hooks(rules-of-hooks)',
    'apps/bff/src/sound.ts',
    `export function a(b: () => string, c: boolean): string { return c ? useId() : b(); }\ndeclare function useId(): string;`,
  ],
];

interface Diagnostic {
  code: string;
  filename: string;
}

let root = '';
let found: Diagnostic[] = [];

/** Puts example `index` into its own folder inside its workspace, so that one run lints all examples. */
const folderOf = (path: string, index: number): string => path.replace(/^\w+\/\w+\//, `$&${String(index)}/`);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'despacho-lint-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2024', jsx: 'react-jsx', noEmit: true };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'] }));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));

  for (const [index, [, path, text]] of [...BREACHES, ...ALLOWED].entries()) write(folderOf(path, index), text);
  for (const file of [
    '.oxlintrc.json',
    ...['days', 'environment', 'waits', 'intl'].map((name) => `tooling/config/lint-${name}.js`),
  ])
    cpSync(join(ROOT, file), join(root, file));
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/oxlint'),
    ['--format=json', 'apps', 'packages', 'tooling'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  found = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}, 120_000);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const rulesBroken = (index: number): string[] =>
  found.filter(({ filename }) => filename.split('/')[2] === String(index)).map(({ code }) => code);

describe('lint rules', () => {
  it.each(BREACHES.map(([rule, path, text], index) => [rule, path, text, index] as const))(
    '%s reports, in %s: %s',
    (rule, _path, _text, index) => {
      expect(rulesBroken(index)).toContain(rule);
    },
  );

  it.each(ALLOWED.map(([rule, path, text], index) => [rule, path, text, BREACHES.length + index] as const))(
    '%s allows, in %s: %s',
    (rule, _path, _text, index) => {
      expect(rulesBroken(index)).not.toContain(rule);
    },
  );
});
