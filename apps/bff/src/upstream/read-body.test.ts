import { type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { readBody } from './read-body.ts';

/** A response that continues when the test requests it. */
const answerOf = () =>
  Object.assign(new PassThrough(), { complete: false }) as unknown as IncomingMessage & PassThrough;

const NEVER = new AbortController().signal;

describe('readBody', () => {
  it('G27: rejects a response that had ended before reading began', async () => {
    const answer = answerOf();
    answer.on('error', () => undefined).destroy(new Error('garbage'));
    await new Promise((resolve) => answer.once('close', resolve));
    await expect(readBody(answer, 100, NEVER)).rejects.toMatchObject({ kind: 'upstream-broken' });
  });

  it('S41 G27: rejects at the request’s limit, even if the connection does not notice', async () => {
    const answer = answerOf();
    const late = new Failure('upstream-timeout');
    const limit = new AbortController();
    const reading = readBody(answer, 100, limit.signal);
    answer.write('{"id":');
    limit.abort(late);
    await expect(reading).rejects.toBe(late);
    expect(answer.destroyed).toBe(true);
    const over = answerOf();
    await expect(readBody(over, 100, limit.signal)).rejects.toBe(late);
    expect(over.destroyed).toBe(true);
  });

  it('reads a complete one, and leaves no listener on the request’s signal', async () => {
    const answer = answerOf();
    const limit = new AbortController();
    const reading = readBody(answer, 100, limit.signal);
    answer.write('{"id":');
    answer.end('1}');
    answer.complete = true;
    expect((await reading).toString()).toBe('{"id":1}');
    limit.abort(new Failure('upstream-timeout'));
    expect(answer.errored).toBeNull();
  });
});
