import { EventEmitter } from 'node:events';
import { type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createHeldAnswers } from './held-answers.ts';

/** An unread response. */
function unread(writableLength = 0) {
  const socket = {
    destroyed: false,
    destroy: () => {
      socket.destroyed = true;
      res.emit('close');
    },
  };
  const res: ServerResponse = Object.assign(new EventEmitter(), {
    writableLength,
    closed: false,
    req: { socket },
  }) as unknown as ServerResponse;
  return { res, socket };
}

function budget(limits = { person: 100, total: 150 }) {
  const cuts: [ServerResponse, number][] = [];
  const held = createHeldAnswers((res, bytes) => cuts.push([res, bytes]), limits);
  return { held, cuts };
}

describe('the bytes of buffered responses', () => {
  it('G40: closes the largest response of a user above their limit, in any session', () => {
    const { held, cuts } = budget();
    const [small, large, last] = [unread(), unread(), unread()];
    held.hold('ana', small.res).add(30);
    held.hold('ana', large.res).add(50);
    const reading = held.hold('ana', last.res);
    reading.add(20);
    expect(cuts).toEqual([]);
    reading.add(1);
    expect(cuts).toEqual([[large.res, 50]]);
    expect([small, large, last].map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
  });

  it('G40: closes a response of the largest holder if the total exceeds its limit', () => {
    const { held, cuts } = budget();
    const [ana, again, rosa, luis] = [unread(), unread(), unread(), unread()];
    // Rosa has waited longest and has the largest response.
    held.hold('rosa', rosa.res).add(60);
    held.hold('ana', ana.res).add(40);
    held.hold('ana', again.res).add(41);
    held.hold('luis', luis.res).add(10);
    expect(cuts).toEqual([[again.res, 41]]);
  });

  it('G40: counts only unsent bytes once a response is written, and none after its end', () => {
    const { held, cuts } = budget();
    const [first, second] = [unread(10), unread()];
    const answer = held.hold('ana', first.res);
    answer.add(90);
    expect(held.isFull('ana')).toBe(true);
    expect(held.isFull('rosa')).toBe(false);
    answer.written();
    expect(held.isFull('ana')).toBe(false);
    first.socket.destroy();
    answer.add(1000);
    held.hold('ana', second.res).add(100);
    expect(cuts).toEqual([]);
  });
});
