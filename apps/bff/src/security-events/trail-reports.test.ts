import { trailReports } from '@despacho/contracts/assertion';
import { expect, it } from 'vitest';
import { createTrailReports, type NewReport } from './trail-reports.ts';

const person = { id: '1', username: 'ana', user: 'Ana', company: '20600000011', officeId: 'LIMA' };
const signIn: NewReport = { kind: 'signIn.ok', person };
const attempt = (username: string, address = '10.0.0.1'): NewReport => ({
  kind: 'signIn.failed',
  attempt: { sucursal: 'LIMA', username },
  address,
});

it('keeps reports until they were sent, and returns the same ones until then', () => {
  const reports = createTrailReports(() => 0);
  reports.add(signIn);
  const first = reports.next();
  reports.add(signIn);
  expect(reports.next()).toBe(first);
  expect(reports.waiting).toBe(2);
  reports.sent();
  expect([reports.next().length, reports.waiting, reports.lost]).toEqual([1, 1, 0]);
});

it('merges equal refused sign-ins of an hour, and gives people at least half of a request', () => {
  let now = 0;
  const reports = createTrailReports(() => now);
  for (const name of ['ana', 'ANA', 'luis']) reports.add(attempt(name));
  reports.add(attempt('ana', '10.0.0.2'));
  now = 3_600_000;
  reports.add(attempt('ana'));
  expect(reports.next().map(({ count }) => count)).toEqual([2, 1, 1, 1]);
  reports.sent();
  for (let at = 0; at < 500; at++) {
    reports.add(attempt(`u${at}`));
    reports.add(signIn);
  }
  expect(reports.next().filter(({ kind }) => kind === 'signIn.ok')).toHaveLength(100);
});

it('G40: counts what does not fit as lost; refused sign-ins take no place of others', () => {
  const reports = createTrailReports(() => 0, { mostWaiting: 3, mostAttempts: 2 });
  for (let at = 0; at < 10; at++) reports.add(attempt(`u${at}`));
  expect([reports.waiting, reports.lost]).toEqual([2, 8]);
  for (let at = 0; at < 5; at++) reports.add(signIn);
  expect([reports.waiting, reports.lost]).toEqual([5, 10]);
  reports.next();
  // What is being sent still counts.
  reports.add(signIn);
  expect(reports.lost).toBe(11);
  reports.sent(true);
  expect([reports.waiting, reports.lost]).toEqual([0, 16]);
});

it('makes every text one that the contract accepts', () => {
  const reports = createTrailReports(() => 0);
  const odd = `\u0000a\ud800${'ñ'.repeat(400)}`;
  reports.add({
    kind: 'permissions.changed',
    person: { ...person, id: null, username: odd, user: odd },
    subject: { kind: 'user', id: odd },
    details: { before: Array.from({ length: 600 }, () => odd), outcome: odd },
  });
  expect(trailReports.safeParse({ reports: reports.next() }).error?.issues ?? []).toEqual([]);
});
