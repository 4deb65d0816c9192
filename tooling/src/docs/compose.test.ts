import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { SERVICES } from './variables.ts';

/** Set by the images, or fixed by the ports that the file publishes. */
const FIXED = ['PORT', 'HOST', 'ADMIN_PORT', 'DATA_DIR', 'INGEST_PORT'];

it.each(SERVICES)('docker/compose.yaml passes every variable of the $key', ({ key, variables }) => {
  const text = readFileSync(`${ROOT}docker/compose.yaml`, 'utf8');
  const service = text.split(/^ {2}(?=\w+:$)/m).find((part) => part.startsWith(`${key}:`)) ?? '';
  const passed = [...service.matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
  const expected = variables.map(({ name }) => name).filter((name) => !FIXED.includes(name));
  expect(expected.filter((name) => !passed.includes(name) && !passed.includes(`${name}_FILE`))).toEqual([]);
});
