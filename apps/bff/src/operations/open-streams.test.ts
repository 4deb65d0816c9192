import { describe, expect, it } from 'vitest';
import { createOpenStreams, MAX_PER_SESSION } from './open-streams.ts';

/** Streams that record their own end, as the proxy's do. */
function opener() {
  const streams = createOpenStreams();
  const ended: string[] = [];
  const open = (session: string, name: string): void => {
    const remove = streams.add(session, () => {
      ended.push(name);
      remove();
    });
  };
  return { streams, ended, open };
}

describe('createOpenStreams', () => {
  it('ends the oldest stream of a session above its limit, and no other session’s', () => {
    const { streams, ended, open } = opener();
    open('other', 'other');
    for (let index = 1; index <= MAX_PER_SESSION; index += 1) open('mine', `mine ${index}`);
    expect(ended).toEqual([]);
    open('mine', 'one more');
    expect(ended).toEqual(['mine 1']);
    open('mine', 'and one more');
    expect(ended).toEqual(['mine 1', 'mine 2']);
    expect(streams.size).toBe(MAX_PER_SESSION + 1);
  });

  it('ends the streams of one session, or all streams', () => {
    const { streams, ended, open } = opener();
    open('a', 'a1');
    open('a', 'a2');
    open('b', 'b1');
    streams.endOf('a');
    streams.endOf('a');
    expect(ended).toEqual(['a1', 'a2']);
    streams.endAll();
    expect(ended).toEqual(['a1', 'a2', 'b1']);
    expect(streams.size).toBe(0);
  });

  it('counts the open streams of a session after earlier ones have ended', () => {
    const streams = createOpenStreams();
    const ended: string[] = [];
    const removeFirst = streams.add('a', () => ended.push('first'));
    const removeSecond = streams.add('a', () => ended.push('second'));
    removeFirst();
    expect(streams.size).toBe(1);
    removeSecond();
    expect(streams.size).toBe(0);
    streams.add('a', () => ended.push('third'));
    // Called twice, as when both sides end a stream: it must not remove the new one.
    removeSecond();
    expect(streams.size).toBe(1);
    streams.endOf('a');
    expect(ended).toEqual(['third']);
  });
});
