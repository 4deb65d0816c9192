import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '#log.ts';
import { SECURITY_EVENTS } from './event-table.ts';
import { createSecurityLog } from './security-log.ts';

function logAt(level: string) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog(level, sink);
  const security = createSecurityLog(log, (sucursal, username) => `digest of ${sucursal}/${username}`);
  return { log, security, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const person = { sucursal: 'LIMA', username: 'ana' };
const session = { key: 'k'.repeat(43), record: { person } } as unknown as Parameters<
  ReturnType<typeof createSecurityLog>['whoIn']
>[0];

describe('createSecurityLog', () => {
  it.each(['trace', 'info', 'error', 'fatal'])('G33: logs events at level %s, and no other lines below it', (level) => {
    const { log, security, lines } = logAt(level);
    security.log('login.ok', { requestId: 'r' });
    log.info({ event: 'listening' });
    const events = lines().map(({ event }) => event);
    expect(events).toEqual(level === 'trace' || level === 'info' ? ['login.ok', 'listening'] : ['login.ok']);
  });

  it('logs nothing at level silent', () => {
    const { security, lines } = logAt('silent');
    security.log('login.failed', {});
    expect(lines()).toEqual([]);
  });

  it('G33: writes UTC time, level, name and fields in one line', () => {
    const { security, lines } = logAt('info');
    security.log('csrf.refused', { requestId: 'r', kind: 'wrong-csrf-token' });
    const [line] = lines();
    expect(line).toMatchObject({ level: 40, service: 'gateway', event: 'csrf.refused', requestId: 'r' });
    expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('G33: identifies users and sessions only by digests', () => {
    const { security, lines } = logAt('info');
    const who = { session: 'k'.repeat(10), account: 'digest of LIMA/ana' };
    expect(JSON.parse(JSON.stringify(security.whoIn(session)))).toEqual(who);
    expect(security.whoIn(undefined)).toEqual({});
    security.log('logout', security.whoIn(session));
    const { level: _, service: __, time: ___, ...line } = lines()[0] ?? {};
    expect(line).toEqual({ event: 'logout', ...who });
  });

  it('G33: reports to the trail who did it, and nothing of a session without a company', () => {
    const reports: object[] = [];
    const company = vi.fn<() => string | undefined>().mockReturnValueOnce('20600000011');
    const trail = {
      reports: { add: (report: object) => reports.push(report) },
      companyOf: company,
      ownsDirectory: true,
    };
    const security = createSecurityLog(createLog('silent'), () => '', trail);
    for (let time = 0; time < 2; time++) security.log('logout', { requestId: 'r', ...security.whoIn(session) });
    expect(reports).toMatchObject([
      { kind: 'session.ended', requestId: 'r', person: { username: 'ana', company: '20600000011' } },
    ]);
  });
});

it('G33: every event has a level, distinct fields, and a description', () => {
  for (const [name, { fields, meaning }] of Object.entries(SECURITY_EVENTS)) {
    expect(name).toMatch(/^[a-z]+(\.[a-z]+)?$/);
    expect(new Set<string>(fields).size).toBe(fields.length);
    expect(meaning).toMatch(/^[A-Z`].*\.$/);
  }
});
