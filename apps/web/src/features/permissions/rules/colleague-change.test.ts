import { type User } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { applyChange, colleagueText } from './colleague-change.ts';

const event = {
  type: 'permissions.changed' as const,
  at: '2026-11-21T10:00:00Z',
  officeId: 'LIMA',
  actor: { username: 'ana.torres', user: 'Ana Torres' },
  subject: { id: '7', username: 'carlos.vega', user: 'Carlos Vega' },
  added: ['U01'],
  removed: ['M01'],
};
const users: User[] = [{ id: 7, permissionsList: [{ module: 'M01' }, { module: 'X99' }] }, { id: 8 }];

it('applies a change to its user only, with the same result when applied twice', () => {
  const once = applyChange(users, event);
  expect(once[0]?.permissionsList).toEqual([{ module: 'X99' }, { module: 'U01' }]);
  expect(once[1]).toBe(users[1]);
  expect(applyChange(once, event)).toEqual(once);
});

it('ignores unknown users and users without a permission list', () => {
  expect(applyChange(users, { ...event, subject: { ...event.subject, id: '99' } })).toBe(users);
  expect(applyChange(users, { ...event, subject: { ...event.subject, id: '8' } })).toBe(users);
});

it('shows who changed a list and when, if known', () => {
  const now = new Date('2026-11-21T10:02:30Z');
  expect(colleagueText({ by: 'Ana Torres', at: event.at }, now)).toBe('Ana Torres cambió esta lista hace 2 min');
  expect(colleagueText(undefined, now)).toBe('Otra persona cambió esta lista mientras tanto');
});
