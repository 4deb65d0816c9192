import { describe, expect, it } from 'vitest';
import { reportOfEvent } from './report-of-event.ts';

const person = { id: '1', username: 'ana', user: 'Ana', company: '20600000011', officeId: 'LIMA' };
const attempt = { sucursal: 'LIMA', username: 'ana' };

describe('reportOfEvent', () => {
  it('reports the fields of a kind, and no others', () => {
    const fields = {
      requestId: 'r',
      ip: '10.0.0.1',
      session: 's',
      account: 'digest',
      by: 'ana',
      officeId: 'CUSCO',
      orders: 7,
      filter: 'digest',
      outcome: 'complete',
    };
    expect(reportOfEvent('export.downloaded', fields, { person }, true)).toEqual({
      kind: 'export.orders',
      requestId: 'r',
      address: '10.0.0.1',
      person,
      officeId: 'CUSCO',
      details: { orders: 7, outcome: 'complete' },
    });
    expect(reportOfEvent('receiver.viewed', { ...fields, visit: '9' }, { person }, true)).toMatchObject({
      kind: 'document.viewed',
      subject: { kind: 'visit', id: '9' },
    });
    expect(reportOfEvent('logout', { requestId: 'r' }, { person }, true)).toMatchObject({
      kind: 'session.ended',
      details: { reason: 'logout' },
    });
  });

  it('reports refusals and views with their subject', () => {
    const refused = { operation: 'money.export', kind: 'no-charge', note: 'n', ip: '::1', limit: 'session' };
    for (const name of ['access.refused', 'office.refused', 'permissions.refused'] as const)
      expect(reportOfEvent(name, refused, { person }, true)).toEqual({
        kind: 'access.refused',
        address: '::1',
        person,
        subject: { kind: 'operation', id: 'money.export' },
        details: { kind: 'no-charge' },
      });
    expect(reportOfEvent('rate.limited', refused, { person }, true)).toMatchObject({
      kind: 'requests.throttled',
      subject: { kind: 'operation', id: 'money.export' },
      details: { limit: 'session' },
    });
    expect(reportOfEvent('rate.limited', refused, {}, true)).toBeUndefined();
    const viewed = { courier: '7', officeId: 'CUSCO', day: '2026-11-20' };
    expect(reportOfEvent('trail.viewed', viewed, { person }, true)?.subject).toEqual({ kind: 'courier', id: '7' });
    expect(reportOfEvent('trail.viewed', { ...viewed, courier: undefined }, { person }, true)).toMatchObject({
      subject: { kind: 'office', id: 'CUSCO' },
      details: { day: '2026-11-20' },
    });
  });

  it('reports the end of a session only if no person ended it', () => {
    const reported = ['replaced', 'owner', 'administrator', 'idle', 'absolute', 'too-many', 'full', 'host'].filter(
      (reason) => reportOfEvent('session.ended', { reason }, { person }, true),
    );
    expect(reported).toEqual(['idle', 'absolute', 'too-many', 'full', 'host']);
  });

  it('reports nothing of other events, and nothing without a company', () => {
    expect(reportOfEvent('csrf.refused', {}, { person }, true)).toBeUndefined();
    expect(reportOfEvent('login.ok', {}, {}, true)).toBeUndefined();
    expect(reportOfEvent('login.throttled', { limit: 'guest' }, {}, true)).toBeUndefined();
  });

  it('reports refused sign-ins only where the accounts are ours, and permissions only where they are not', () => {
    expect(reportOfEvent('login.failed', {}, { attempt }, true)).toEqual({ kind: 'signIn.failed', attempt });
    expect(reportOfEvent('login.failed', {}, { attempt }, false)).toBeUndefined();
    const wrong = { kind: 'unprocessable' };
    expect(reportOfEvent('password.refused', wrong, { person, attempt }, true)).toEqual({
      kind: 'password.failed',
      attempt,
    });
    // A refused link while a person is signed in.
    expect(reportOfEvent('password.refused', wrong, { person }, true)).toBeUndefined();
    const change = { target: '4', before: ['D01'], after: [], outcome: 'accepted' };
    expect(reportOfEvent('permissions.settled', change, { person }, true)).toBeUndefined();
    expect(reportOfEvent('permissions.settled', change, { person }, false)).toMatchObject({
      kind: 'permissions.changed',
      subject: { kind: 'user', id: '4' },
      details: { before: ['D01'], after: [], outcome: 'accepted' },
    });
  });
});
