import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '#throttle/keyed-hash.ts';
import { type LiveSession } from './record.ts';
import { createTickets } from './tickets.ts';

const session = (key: string) => ({ key }) as LiveSession;
const tickets = createTickets(createKeyedHash(['a secret of at least thirty-two characters']));
const TICKET = 'Zk9_-'.repeat(8);

describe('tickets', () => {
  it('are valid for their own session', () => {
    const bound = tickets.bind(session('one'), TICKET);
    expect(bound).toMatch(/^[\w-]{83}$/);
    expect(tickets.open(session('one'), bound)).toBe(TICKET);
  });

  it('are invalid for another session or another text', () => {
    const bound = tickets.bind(session('one'), TICKET);
    const other = tickets.bind(session('one'), `${TICKET}x`);
    expect(tickets.open(session('two'), bound)).toBeUndefined();
    expect(tickets.open(session('one'), `${bound}x`)).toBeUndefined();
    expect(tickets.open(session('one'), bound.slice(0, 43) + other.slice(43))).toBeUndefined();
    expect(tickets.open(session('one'), `é${bound.slice(1)}`)).toBeUndefined();
  });

  it('are invalid without a seal or a value', () => {
    for (const bound of ['', TICKET, 'x', tickets.bind(session('one'), '')])
      expect(tickets.open(session('one'), bound)).toBeUndefined();
  });

  it('are invalid at a gateway with another secret', () => {
    const others = createTickets(createKeyedHash(['another secret of thirty-two characters!']));
    expect(others.open(session('one'), tickets.bind(session('one'), TICKET))).toBeUndefined();
  });
});
