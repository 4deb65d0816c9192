import { type User } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { NOTHING_PENDING, setModule } from './pending.ts';
import { planSave, saveAll, type SaveTask } from './save-all.ts';

const user = (id: number, ...codes: string[]): User => ({ id, permissionsList: codes.map((module) => ({ module })) });
const task = (id: string): SaveTask => ({ id, codes: [], basedOn: [] });

describe('planSave', () => {
  it('sends the whole list, including unknown codes, and the list it is based on', () => {
    const pending = setModule(NOTHING_PENDING, '7', ['X99', 'D01'], 'M01', true);
    expect(planSave(pending, [user(7, 'X99', 'D01'), user(8)])).toEqual([
      { id: '7', codes: ['X99', 'D01', 'M01'], basedOn: ['X99', 'D01'] },
    ]);
  });

  it('skips conflicts, users who left and users without a list', () => {
    const pending = setModule(NOTHING_PENDING, '7', ['D01'], 'M01', true);
    expect(planSave(pending, [user(7, 'D02')])).toEqual([]);
    expect(planSave(pending, [])).toEqual([]);
    expect(planSave(pending, [{ id: 7 }])).toEqual([]);
  });

  it('gives the permissions module before taking it from someone else', () => {
    const taken = setModule(NOTHING_PENDING, '7', ['G01'], 'G01', false);
    const both = setModule(taken, '8', [], 'G01', true);
    expect(planSave(both, [user(7, 'G01'), user(8)]).map(({ id }) => id)).toEqual(['8', '7']);
  });
});

describe('saveAll', () => {
  it('runs three saves at a time and each once', async () => {
    let running = 0;
    let most = 0;
    const done: string[] = [];
    await saveAll(['1', '2', '3', '4', '5', '6', '7'].map(task), async ({ id }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      done.push(id);
    });
    expect(most).toBe(3);
    expect(done.sort()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });
});
