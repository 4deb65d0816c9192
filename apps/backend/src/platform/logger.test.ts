import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DatabaseError } from './database/database-error.ts';
import { createLogger } from './logger.ts';

const CANARY = 'canario4711';

const caught = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the log of an error', () => {
  const logged = (err: unknown): string => {
    let text = '';
    createLogger('trace', { write: (line) => (text += line) }).error({ err }, 'failed');
    return text;
  };

  it.each([
    [
      'a value that does not fit its column',
      new DatabaseError(`invalid input syntax for type date: "${CANARY}"`, '22007'),
    ],
    ['text that is not JSON', caught(() => JSON.parse(CANARY) as unknown)],
    ['input that breaks a schema', caught(() => z.strictObject({}).parse({ [CANARY]: 1 }))],
    [
      'an argument Node does not accept',
      Object.assign(new TypeError(`Received '${CANARY}'`), { code: 'ERR_INVALID_ARG_VALUE' }),
    ],
    ['any of them as a cause', new Error('failed', { cause: new DatabaseError(CANARY, '22P02') })],
  ])('omits the message of %s, and keeps the stack', (_, error) => {
    const message =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : (error as Error).message;
    expect(message).toContain(CANARY);
    const line = logged(error);
    expect(line).not.toContain(CANARY);
    expect(line).toMatch(/ {4}at .*\.ts/);
  });

  it('keeps the message of other errors', () => {
    expect(logged(new DatabaseError('relation "orders" does not exist', '42P01'))).toContain('does not exist');
  });

  it('contains neither the statement nor its parameters', () => {
    const error = Object.assign(new DatabaseError('duplicate key value', '23505', 'views_name'), {
      parameters: [CANARY],
      detail: `Key (name)=(${CANARY}) already exists.`,
    });
    expect(logged(error)).not.toContain(CANARY);
    expect(logged(error)).toContain('views_name');
  });
});
