import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { UpstreamExchange } from './upstream-exchange.ts';

const begin = () => new UpstreamExchange();

describe('UpstreamExchange', () => {
  it('hands over the answer whose headers came first', async () => {
    const exchange = begin();
    const answer = new IncomingMessage(new Socket());
    exchange.settle(answer);
    exchange.fail(new Error('later'));
    expect(await exchange.answer).toBe(answer);
  });

  it('G27: gives up with what failed, and drops the connection', async () => {
    const exchange = begin();
    const error = new Error('gone');
    expect(exchange.destroyed).toBe(false);
    exchange.fail(error);
    await expect(exchange.answer).rejects.toBe(error);
    expect(exchange.destroyed).toBe(true);
  });

  it('G27: drops the connection once, however often it fails', () => {
    const exchange = begin();
    let dropped = 0;
    exchange.on('close', () => (dropped += 1));
    exchange.fail(new Error('gone'));
    exchange.fail(new Error('gone again'));
    expect(dropped).toBe(1);
  });

  it('G27: brings nothing down where nobody waits any more, or where writing to it fails', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const exchange = begin();
      exchange.fail(new Error('nobody waits'));
      expect(() => exchange.emit('error', new Error('write after end'))).not.toThrow();
      // Node tells of a rejection nobody handled when the microtasks are done.
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
