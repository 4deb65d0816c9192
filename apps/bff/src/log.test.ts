import fc from 'fast-check';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('C3: logs an error by type, code and location, without its message', () => {
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

it('G33: keeps any input in one line, unchanged when parsed', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog('trace', sink);
  const anything = fc.string({
    unit: fc
      .oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0x2020, max: 0x2070 }))
      .map((code) => String.fromCharCode(code)),
  });
  fc.assert(
    fc.property(anything, anything, (name, value) => {
      lines.length = 0;
      log.info({ event: 'x', [`field ${name}`]: value }, value);
      const text = lines.join('');
      expect(text.endsWith('\n')).toBe(true);
      expect(text.slice(0, -1)).not.toMatch(/\p{Control}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(JSON.parse(text)).toMatchObject({ [`field ${name}`]: value, msg: value });
    }),
  );
});
