import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresenceReporter, type OwnPresence } from './presence-reporter.ts';

const at = (...orders: string[]): OwnPresence => ({ officeId: 'LIMA', doing: 'asignando', orders });

describe('createPresenceReporter', () => {
  let sent: string[];
  let isSeen: boolean;
  const reporter = () =>
    createPresenceReporter(
      ({ orders }) => {
        sent.push(orders.join(' '));
        return Promise.resolve();
      },
      () => isSeen,
    );

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    isSeen = true;
  });
  afterEach(() => vi.useRealTimers());

  it('reports the final selection, and repeats it while it holds', async () => {
    const { say, stop } = reporter();
    say(at('1'));
    say(at());
    say(at('1', '2'));
    await vi.advanceTimersByTimeAsync(700);
    expect(sent).toEqual(['1 2']);
    await vi.advanceTimersByTimeAsync(16_500);
    expect(sent).toEqual(['1 2', '1 2', '1 2']);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(3);
  });

  it('reports its end once', async () => {
    const { say } = reporter();
    say(at('1'));
    await vi.advanceTimersByTimeAsync(700);
    say(at());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual(['1', '']);
  });

  it('reports no empty selection at first', async () => {
    const { say } = reporter();
    say(at());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('reports nothing while the page is hidden, and reports again when it is visible', async () => {
    isSeen = false;
    const { say } = reporter();
    say(at('1'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual([]);
    isSeen = true;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(sent).toEqual(['1']);
  });
});
