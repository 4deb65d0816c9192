import { expect, it } from 'vitest';
import { openWorkText } from './open-work-text.ts';

it('names lines and money, and returns null without either', () => {
  expect(openWorkText({ lines: 0, money: [] })).toBeNull();
  expect(openWorkText({ lines: 1, money: [] })).toBe('1 línea tomada en «Por atender»');
  expect(openWorkText({ lines: 3, money: [{ day: '2026-11-25', couriers: 2 }] })).toBe(
    '3 líneas tomadas en «Por atender» y el dinero recibido de 2 repartidores del 25/11, que nadie ha cerrado',
  );
});
