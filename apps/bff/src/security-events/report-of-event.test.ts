import { describe, expect, it } from 'vitest';
import { reportOfEvent } from './report-of-event.ts';

const person = { id: '1', username: 'ana', user: 'Ana', company: '20600000011', officeId: 'LIMA' };
const attempt = { sucursal: 'LIMA', username: 'ana' };

describe('reportOfEvent', () => {
  it('reports the fields that a kind keeps, and no others', () => {
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
