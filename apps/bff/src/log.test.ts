import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('C3: an error is logged by its kind, code and place, without a message that could hold a value', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const error = Object.assign(new Error('GET http://legacy/auth?password=abc\n  failed'), { code: 'ECONNRESET' });
  createLog('trace', sink).error({ err: error }, 'failed');
  const line = JSON.parse(lines.join('')) as { err: { code: string; stack: string[] } };
  expect(line.err.code).toBe('ECONNRESET');
  expect(line.err.stack[0]).toContain('log.test.ts');
  expect(lines.join('')).not.toContain('abc');
});
