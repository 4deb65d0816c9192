import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { SUPPORTED_TEXT } from '../vite.browsers.ts';
import { newerFeatures, newerFeaturesIn } from './newer-features.ts';
import { DIST } from './login-budget.ts';

it.each([
  ['Promise.try(work)', ['Promise.try']],
  ['const names = map.keys().map(nameOf)', ['iterator helpers']],
  ['requestIdleCallback(work)', ['requestIdleCallback']],
  ['.field{field-sizing:content}', ['field-sizing']],
])('rejects %s', (text, names) => {
  expect(newerFeatures(text)).toEqual(names);
});

it.each([
  'AbortSignal.any([a, b])',
  'Promise.withResolversOf(a)',
  'list.map((keys) => keys.map(nameOf))',
  '@starting-style{.a{opacity:0}}',
])('allows %s', (text) => {
  expect(newerFeatures(text)).toEqual([]);
});

it.skipIf(!inject('built'))('finds none in the build, whose pages name the supported versions', async () => {
  expect(await newerFeaturesIn(DIST.pathname)).toEqual([]);
  for (const page of ['index', 'courier', 'guest'])
    expect(await readFile(new URL(`${page}.html`, DIST), 'utf8')).toContain(SUPPORTED_TEXT);
});

it.each(['README.md', 'docs/staff.md', 'docs/courier.md'])('%s names the supported versions', async (file) => {
  const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const versions = SUPPORTED_TEXT.match(/\d+(?:\.\d+)?/g) ?? [];
  expect(versions.filter((version) => !text.includes(version))).toEqual([]);
});
