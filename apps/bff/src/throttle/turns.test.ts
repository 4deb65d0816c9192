import { describe, expect, it } from 'vitest';
import { ClientGone, Failure } from '../problems/failure.ts';
import { createTurns } from './turns.ts';

const patient = () => new AbortController().signal;

describe('turns', () => {
  it('run a limited number per key, in order, and refuse what exceeds the queue', async () => {
    const turns = createTurns({ running: 2, waiting: 2 });
    const begun: string[] = [];
    const enter = (name: string) =>
      turns.take('ana', patient()).then((leave) => {
        begun.push(name);
        return leave;
      });
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map(enter);
    const refused = enter('fifth');
    await expect(refused).rejects.toMatchObject({ kind: 'too-many-requests', details: { retryAfterSeconds: 1 } });
    const [leaveFirst, leaveSecond] = await Promise.all([first, second]);
    expect(begun).toEqual(['first', 'second']);
    leaveFirst?.();
    const leaveThird = await third;
    expect(begun).toEqual(['first', 'second', 'third']);
    leaveSecond?.();
    leaveThird?.();
    (await fourth)?.();
    expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
    await expect(enter('sixth')).resolves.toBeTypeOf('function');
  });

  it('do not affect other keys', async () => {
    const turns = createTurns({ running: 1, waiting: 0 });
    await turns.take('ana', patient());
    await expect(turns.take('ana', patient())).rejects.toThrow(Failure);
    await expect(turns.take('rosa', patient())).resolves.toBeTypeOf('function');
  });

  it('pass the place of a request that stops waiting to the next', async () => {
    const turns = createTurns({ running: 1, waiting: 1 });
    const leave = await turns.take('ana', patient());
    const gone = new AbortController();
    const waiting = turns.take('ana', gone.signal);
    gone.abort(new ClientGone());
    await expect(waiting).rejects.toThrow(ClientGone);
    const late = new AbortController();
    const second = turns.take('ana', late.signal);
    late.abort(new Failure('upstream-timeout'));
    await expect(second).rejects.toMatchObject({ kind: 'too-many-requests' });
    const third = turns.take('ana', patient());
    leave();
    await expect(third).resolves.toBeTypeOf('function');
  });
});
