import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

describe('slots', () => {
  it('hold what was put in and not yet given back, as a set would', () => {
    const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.nat(20)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (list) => {
        const slots = new Slots<object>();
        const kept: { one: object; slot: number }[] = [];
        for (const step of list) {
          if (step === 'take') {
            const one = {};
            kept.push({ one, slot: slots.take(one) });
          } else {
            const [gone] = kept.splice(step, 1);
            if (gone) slots.giveBack(gone.slot, gone.one);
          }
          expect(slots.size).toBe(kept.length);
          expect(new Set(slots)).toEqual(new Set(kept.map(({ one }) => one)));
        }
      }),
    );
  });

  it('are used again', () => {
    const slots = new Slots();
    const one = {};
    const first = slots.take(one);
    slots.take({});
    slots.giveBack(first, one);
    expect(slots.take({})).toBe(first);
  });

  it('are not taken from whoever has them now', () => {
    const slots = new Slots();
    const [one, other] = [{}, {}];
    const slot = slots.take(one);
    slots.giveBack(slot, one);
    slots.giveBack(slot, one);
    expect(slots.take(other)).toBe(slot);
    slots.giveBack(slot, one);
    expect([...slots]).toEqual([other]);
    expect(slots.take({})).not.toBe(slot);
  });
});
