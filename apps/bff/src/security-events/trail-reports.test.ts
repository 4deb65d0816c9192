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

it('keeps the same reports until they are sent', () => {
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

it('G40: counts reports that do not fit as lost, and refused sign-ins separately', () => {
  const reports = createTrailReports(() => 0, { mostWaiting: 3, mostAttempts: 2 });
  for (let at = 0; at < 10; at++) reports.add(attempt(`u${at}`));
  expect([reports.waiting, reports.lost]).toEqual([2, 8]);
  for (let at = 0; at < 5; at++) reports.add(signIn);
  expect([reports.waiting, reports.lost]).toEqual([5, 10]);
  reports.next();
  // Reports being sent still count.
  reports.add(signIn);
  expect(reports.lost).toBe(11);
  reports.sent(true);
  expect([reports.waiting, reports.lost]).toEqual([0, 16]);
});

it('counts repeated acts with the last request, and by kind beyond a number of subjects', () => {
  let now = 0;
  const reports = createTrailReports(() => now, { mostRepeated: 150 });
  const view = (photo: number, who = person, requestId = `r${photo}`): NewReport => ({
    kind: 'photo.viewed',
    person: who,
    subject: { kind: 'photo', id: String(photo) },
    address: '10.0.0.1',
    requestId,
  });
  reports.add(view(0));
  now = 5000;
  reports.add({ ...view(0), requestId: 'last', address: '10.0.0.2' });
  for (let photo = 1; photo < 5000; photo++) reports.add(view(photo));
  reports.add({ ...view(0, { ...person, id: '2' }), requestId: 'of another' });
  // A kept subject continues to count.
  reports.add(view(0, person, 'very last'));
  expect([reports.waiting, reports.lost]).toEqual([102, 0]);
  const [first, ...others] = reports.next();
  expect(trailReports.safeParse({ reports: [first, ...others] }).error?.issues ?? []).toEqual([]);
  expect(first).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    count: 3,
    requestId: 'r0',
    address: '10.0.0.1',
    last: { at: '1970-01-01T00:00:05.000Z', requestId: 'very last', address: '10.0.0.1' },
  });
  const excess = others.find(({ subject }) => subject === undefined);
  expect(excess).toMatchObject({ count: 4900, requestId: 'r100', last: { requestId: 'r4999' } });
  expect(others.at(-1)).toMatchObject({ person: { id: '2' }, count: 1 });
  reports.sent();
  // Everything was sent, so the person may report again.
  reports.add(view(1));
  reports.add(view(2));
  expect(reports.waiting).toBe(2);
});

it('G40: repeated acts do not displace other reports', () => {
  const reports = createTrailReports(() => 0, { mostWaiting: 3, mostRepeated: 2 });
  for (let at = 0; at < 5; at++)
    reports.add({ kind: 'courier.followed', person, subject: { kind: 'courier', id: String(at) } });
  expect([reports.waiting, reports.lost]).toEqual([2, 3]);
  for (let at = 0; at < 3; at++) reports.add(signIn);
  expect([reports.waiting, reports.lost]).toEqual([5, 3]);
});

it('converts every text to one that the contract accepts', () => {
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
