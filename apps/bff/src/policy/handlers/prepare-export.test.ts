import { type Request } from 'express';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { filterDigest, unpackTicket } from '#session/export-record.ts';
import { createTickets } from '#session/tickets.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { prepareExport } from './prepare-export.ts';

const hash = createKeyedHash(['a secret of at least thirty-two characters']);
const tickets = createTickets(hash);
const ANSWER = { ticket: 'a'.repeat(43), fileName: 'ordenes.csv', orders: 3, expiresAt: '2026-11-24T10:00:00Z' };
const ALL = { format: 'csv', filter: {} };
const SOME = { format: 'csv', filter: { estado: 'pendiente' } };

/** The result of an export request by a user of this charge. */
async function prepare(charge: string, body: object, service: () => Promise<unknown> = () => Promise.resolve(ANSWER)) {
  const live = { key: 'one', record: { person: { charge, username: 'ana' }, sealed: 'x' } };
  const sent: unknown[] = [];
  const recorded: unknown[] = [];
  const security = {
    whoIn: () => ({ session: 'one', account: 'digest' }),
    log: (...event: unknown[]) => recorded.push(event),
  };
  const call = {
    body,
    query: { officeId: 'LIMA' },
    req: {
      requestId: 'id-1',
      ip: '203.0.113.7',
      socket: {},
      session: { live },
      matched: { policy: {} },
    } as unknown as Request,
    services: {
      tickets,
      security,
      filterDigest: (filter: object) => filterDigest(hash, filter),
    } as unknown as Services,
  };
  const send = (value: unknown) => {
    sent.push(value);
    return service();
  };
  const outcome = await prepareExport(call as never, send).then(
    (value) => ({ value: value as typeof ANSWER, kind: undefined, details: undefined }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return { value: undefined, kind: error.kind, details: error.details };
    },
  );
  return { ...outcome, sent, recorded, live: live as never };
}

const refusing = (kind: 'upstream-refused' | 'upstream-failed') => () =>
  Promise.reject(new Failure(kind, { note: 'the service said so' }));

describe('prepareExport', () => {
  it('binds the ticket to the session, and leaves the rest of the response unchanged', async () => {
    const { value, sent, live } = await prepare('A', SOME);
    expect(value).toEqual({ ...ANSWER, ticket: expect.any(String) as string });
    expect(value?.ticket).not.toBe(ANSWER.ticket);
    expect(unpackTicket(tickets.open(live, value?.ticket ?? '') ?? '')?.ticket).toBe(ANSWER.ticket);
    expect(sent).toEqual([SOME]);
  });

  it('G33: logs user, number of orders and a digest of the filter, if a ticket was issued', async () => {
    expect((await prepare('A', SOME)).recorded).toEqual([
      [
        'export.prepared',
        {
          requestId: 'id-1',
          ip: '203.0.113.7',
          session: 'one',
          account: 'digest',
          by: 'ana',
          officeId: 'LIMA',
          orders: 3,
          filter: filterDigest(hash, SOME.filter),
          format: 'csv',
        },
      ],
    ]);
    expect((await prepare('A', ALL)).recorded).toEqual([]);
    expect((await prepare('A', SOME, refusing('upstream-failed'))).recorded).toEqual([]);
  });

  it('G20: exporting everything requires charge S, before the service is called', async () => {
    expect(await prepare('A', ALL)).toMatchObject({ kind: 'no-charge', sent: [] });
    expect(await prepare('S', ALL)).toMatchObject({ kind: undefined, sent: [ALL] });
  });

  it('G20: reports a refusal by the service as too many orders', async () => {
    const refused = await prepare('A', SOME, refusing('upstream-refused'));
    expect(refused).toMatchObject({
      kind: 'no-charge',
      details: { note: 'the service said so', detail: expect.stringMatching(/cargo S/) as string },
    });
    expect((await prepare('S', ALL, refusing('upstream-refused'))).kind).toBe('upstream-refused');
  });

  it('reports an outage as an outage', async () => {
    expect((await prepare('A', SOME, refusing('upstream-failed'))).kind).toBe('upstream-failed');
  });

  it('G27: passes on an invalid ticket for the contract to reject', async () => {
    const broken = { ...ANSWER, ticket: '' };
    expect((await prepare('A', SOME, () => Promise.resolve(broken))).value).toBe(broken);
  });
});
