import { type Request, type Response } from 'express';
import { expect, it, vi } from 'vitest';
import { noStore } from './no-store.ts';

it('G31: responses of operations are not cacheable', () => {
  const set: [string, string][] = [];
  const next = vi.fn();
  const res = { setHeader: (name: string, value: string) => set.push([name, value]) } as unknown as Response;
  void noStore({} as unknown as Request, res, next);
  expect(set).toEqual([['Cache-Control', 'no-store']]);
  expect(next).toHaveBeenCalledExactlyOnceWith();
});
