import { type TrailEntryView } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { foldAutomatic } from './fold-automatic.ts';

const entry = (id: string, at: string, reason?: string, count = 1): TrailEntryView => ({
  id,
  at,
  lastAt: at,
  count,
  kind: reason === undefined ? 'signIn.ok' : 'session.ended',
  officeId: 'LIMA',
  actor: { username: 'ana', user: 'Ana' },
  subject: null,
  address: null,
  requestId: null,
  last: null,
  details: reason === undefined ? null : { reason },
});

it('collapses automatic entries of a day of the office, but not those of people', () => {
  const lines = foldAutomatic(
    [
      entry('9', '2026-11-21T04:59:00Z', 'idle'),
      entry('8', '2026-11-21T04:00:00Z'),
      entry('7', '2026-11-20T23:00:00Z', 'logout'),
      entry('6', '2026-11-20T22:00:00Z', 'host', 3),
      // The day before in Lima.
      entry('5', '2026-11-20T04:59:00Z', 'full'),
    ],
    'America/Lima',
  );
  expect(lines.map((line) => ('entries' in line ? [line.day, line.count, line.entries.length] : line.id))).toEqual([
    ['2026-11-20', 4, 2],
    '8',
    '7',
    ['2026-11-19', 1, 1],
  ]);
});
