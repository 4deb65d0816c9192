import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

/** Runs steps and tells what was called, in order; `next` stands for whatever comes after all of them. */
async function run(steps: (said: string[]) => RequestHandler[]): Promise<string[]> {
  const said: string[] = [];
  const over = Promise.withResolvers<undefined>();
  const next = (error?: unknown) => {
    said.push(error === undefined ? 'next' : `next: ${error instanceof Error ? error.message : typeof error}`);
    over.resolve(undefined);
  };
  void inOrder(steps(said))({} as unknown as Request, {} as unknown as Response, next as NextFunction);
  await over.promise;
  return said;
}

describe('inOrder', () => {
  it('G20: calls one after another, and what comes after them last', async () => {
    const said = await run((told) => [
      (_req, _res, next) => {
        told.push('first');
        next();
      },
      async (_req, _res, next) => {
        await Promise.resolve();
        told.push('second');
        next();
      },
      (_req, _res, next) => {
        told.push('third');
        next();
      },
    ]);
    expect(said).toEqual(['first', 'second', 'third', 'next']);
  });

  it('G20: leaves out no step for somebody who says that there was no error', async () => {
    const said = await run((told) => [
      (_req, _res, next: (error?: unknown) => void) => {
        next(null);
      },
      (_req, _res, next) => {
        told.push('second');
        next();
      },
    ]);
    expect(said).toEqual(['second', 'next']);
  });

  it.each<[string, RequestHandler]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'hands on a fault',
      (_req, _res, next) => {
        next(new Error('no'));
      },
    ],
  ])('G20: calls nothing behind a step that %s, and tells once', async (_how, refusing) => {
    const said = await run((told) => [
      (_req, _res, next) => {
        told.push('before');
        next();
      },
      refusing,
      () => {
        told.push('behind');
      },
    ]);
    await new Promise(setImmediate);
    expect(said).toEqual(['before', 'next: no']);
  });

  it('tells of a fault of an asynchronous step that comes after it has handed on', async () => {
    const said = await run((told) => [
      async (_req, _res, next) => {
        await Promise.resolve();
        next();
      },
      () => {
        told.push('answered');
        throw new Error('late');
      },
    ]);
    expect(said).toEqual(['answered', 'next: late']);
  });

  it('waits for a step that has not handed on', async () => {
    const told: string[] = [];
    const waiting = inOrder([
      () => undefined,
      () => {
        told.push('behind');
      },
    ]);
    void waiting({} as unknown as Request, {} as unknown as Response, () => {
      told.push('next');
    });
    await new Promise(setImmediate);
    expect(told).toEqual([]);
  });
});
