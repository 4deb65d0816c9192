import { clientOperations } from '@despacho/contracts';
import { describe, expect, it, vi } from 'vitest';
import { HttpFailure } from './failure.ts';
import { onFailure, reportFailure } from './on-failure.ts';

const report = {
  failure: new HttpFailure({ url: 'https://despacho.test/', reason: 'network', status: 0 }),
  operation: clientOperations['clients.list'],
  background: undefined,
  logged: false,
};

describe('onFailure', () => {
  it('notifies its subscriber until it unsubscribes', () => {
    const subscriber = vi.fn();
    const stop = onFailure(subscriber);
    reportFailure(report);
    expect(subscriber).toHaveBeenCalledExactlyOnceWith(report);
    stop();
    reportFailure(report);
    expect(subscriber).toHaveBeenCalledOnce();
  });

  it('rejects a second subscriber, which would open every dialog twice', () => {
    const stop = onFailure(vi.fn());
    expect(() => onFailure(vi.fn())).toThrow();
    stop();
  });
});
