import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MONOTONOUS } from './settings.ts';
import { readVariables } from './variables.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'despacho-variables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = 'b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa';

function fileWith(text: string): string {
  const file = path.join(folder, String(Math.random()));
  writeFileSync(file, text);
  return file;
}

const VARIABLES = [
  { name: 'PORT', secret: false, default: '3000', description: '' },
  { name: 'KEY', secret: true, default: null, description: '' },
];

const read = (environment: Record<string, string>, predictable?: string[]) =>
  readVariables(
    VARIABLES,
    environment,
    { both: (name) => `${name} twice`, unreadable: (name) => `${name} unreadable` },
    predictable,
  );

it('reads listed variables only, and treats empty ones as absent', () => {
  expect(read({ PORT: ' ', KEY, OTHER: '1' })).toEqual({ values: { PORT: '3000', KEY }, faults: [] });
  expect(read({ PORT: '80', KEY_FILE: '' })).toEqual({ values: { PORT: '80' }, faults: [] });
});

it('reads a secret from a file, without the line break at its end', () => {
  expect(read({ KEY_FILE: fileWith(`${KEY}\n`) }).values).toEqual({ PORT: '3000', KEY });
  expect(read({ KEY_FILE: fileWith('\n') })).toEqual({ values: { PORT: '3000', KEY: '' }, faults: [] });
  expect(read({ PORT_FILE: fileWith('80') }).values).toEqual({ PORT: '3000' });
});

it('reports a variable that is set twice, and a file that cannot be read', () => {
  expect(read({ KEY, KEY_FILE: fileWith(KEY) }).faults).toEqual([{ name: 'KEY', text: 'KEY twice' }]);
  expect(read({ KEY_FILE: path.join(folder, 'none') }).faults).toEqual([{ name: 'KEY', text: 'KEY unreadable' }]);
});

it('reports a secret that is easy to guess, unless somebody else issues it', () => {
  const KEY = 'a'.repeat(32);
  expect(read({ KEY }).faults).toEqual([{ name: 'KEY', text: `KEY ${MONOTONOUS}` }]);
  expect(read({ KEY_FILE: fileWith(KEY) }).faults).toHaveLength(1);
  expect(read({ KEY }, ['KEY']).faults).toEqual([]);
});
