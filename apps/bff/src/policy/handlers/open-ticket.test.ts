import { type Request } from 'express';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { packTicket } from '#session/export-record.ts';
import { createTickets } from '#session/tickets.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { openTicket } from './open-ticket.ts';

const tickets = createTickets(createKeyedHash(['a secret of at least thirty-two characters']));
const session = (key: string) => ({ key, record: { person: {}, sealed: 'x' } }) as never;
const TICKET = 'a'.repeat(43);
const WORD = packTicket({ count: 3, digest: 'f'.repeat(16) }, TICKET);

/** The query sent upstream when this session presents this ticket. */
const query = (key: string, ticket: string) =>
  openTicket({
    query: { officeId: 'LIMA', ticket },
    req: { session: { live: session(key) } } as unknown as Request,
    services: { tickets } as unknown as Services,
  } as never);

describe('openTicket', () => {
  it('G12: sends the service’s own ticket, in the named office', () => {
    expect(query('one', tickets.bind(session('one'), WORD))).toEqual({ officeId: 'LIMA', ticket: TICKET });
  });

  it.each([
    ['another session', tickets.bind(session('two'), WORD)],
    ['nobody', TICKET],
  ])('G12: refuses a ticket of %s, and logs why', (_what, ticket) => {
    expect(() => query('one', ticket)).toThrow(Failure);
    expect(() => query('one', ticket)).toThrow(
      expect.objectContaining({ kind: 'not-found', details: { note: 'ticket of another session, or of nobody' } }),
    );
  });
});
