import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECURITY_EVENTS } from './event-table.ts';

const PAGE = new URL('../../../../docs/security/events.md', import.meta.url);

/** @returns the cells of each row of the page's table. */
function rowsOf(page: string): string[][] {
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.map((row) => row.slice(1, -1));
}

it('G33: docs/security/events.md has a row for every event, as it is', () => {
  const expected = Object.entries(SECURITY_EVENTS).map(([name, { level, fields, meaning }]) => [
    `\`${name}\``,
    level,
    fields.join(', '),
    meaning,
  ]);
  expect(rowsOf(readFileSync(PAGE, 'utf8'))).toEqual(expected);
});
