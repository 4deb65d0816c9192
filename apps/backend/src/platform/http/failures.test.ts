import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { DatabaseError, DatabaseUnavailable } from '../database/database-error.ts';
import { answerFailure } from './failures.ts';
import { requestLog } from './request-log.ts';

describe('a failure of the database', () => {
  const answered = async (error: Error) => {
    const app = express().use(requestLog(pino({ level: 'silent' })));
    app.get('/', () => {
      throw error;
    });
    const answer = await request(app.use(answerFailure)).get('/');
    return {
      status: answer.status,
      retryAfter: answer.headers['retry-after'],
      ...(answer.body as { message: string }),
    };
  };

  it.each([
    ['a lost connection', new DatabaseUnavailable('connection'), /no responde/],
    ['an office with too many requests', new DatabaseUnavailable('busy'), /demasiadas solicitudes/],
    ['a statement that takes too long', new DatabaseError('canceling statement', '57014'), /tardó demasiado/],
  ])('answers 503 with Retry-After to %s', async (_what, error, message) => {
    expect(await answered(error)).toEqual({
      status: 503,
      retryAfter: '2',
      message: expect.stringMatching(message) as string,
    });
  });

  it.each([
    ['a lock that is not released', new DatabaseError('canceling statement', '55P03')],
    ['a deadlock', new DatabaseError('deadlock detected', '40P01')],
    ['writers of the office before it', new DatabaseUnavailable('held')],
  ])('answers 409, which no balancer repeats, to %s', async (_what, error) => {
    expect(await answered(error)).toEqual({
      status: 409,
      retryAfter: '5',
      message: expect.stringMatching(/todavía no termina; no se guardó nada/) as string,
      reason: 'office-busy',
    });
  });

  it('answers 503 without Retry-After when the outcome of a commit is unknown', async () => {
    expect(await answered(new DatabaseUnavailable('commit'))).toEqual({
      status: 503,
      retryAfter: undefined,
      message: expect.stringMatching(/no se sabe si el cambio quedó/) as string,
    });
  });

  it('answers 500 without internal details for any other error', async () => {
    const { status, retryAfter, message } = await answered(
      new DatabaseError('relation "secret" does not exist', '42P01'),
    );
    expect([status, retryAfter, message]).toEqual([500, undefined, 'Ocurrió un error inesperado']);
  });
});
