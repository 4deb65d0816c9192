import { describe, expect, it } from 'vitest';
import { dueIn, dueView } from './due.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const LIMA = 'America/Lima';
const order = {
  state: 'pendiente',
  date: '2026-11-20',
  window: { from: '09:00', to: '11:00' },
  dueAt: '2026-11-20T16:00:00Z',
} as const;

describe('due time', () => {
  it('shortens hours and omits the day for today', () => {
    expect(dueView(order, NOW, LIMA)).toEqual({ day: null, hours: '9:00–11:00', urgency: 'soon' });
  });

  it("names another day, in the office's calendar", () => {
    const tomorrow = { ...order, date: '2026-11-21', window: null, dueAt: '2026-11-22T05:00:00Z' };
    expect(dueView(tomorrow, NOW, LIMA)).toEqual({ day: '21 nov', hours: 'todo el día', urgency: null });
    // There it is 05:00, when the working day turns.
    expect(dueView(tomorrow, NOW, 'Pacific/Kiritimati').day).toBeNull();
  });

  it('is late from the due time, and soon two hours before', () => {
    const at = (dueAt: string) => dueView({ ...order, dueAt }, NOW, LIMA).urgency;
    expect(at('2026-11-20T14:59:59.999Z')).toBe('late');
    expect(at('2026-11-20T15:00:00.000Z')).toBe('soon');
    expect(at('2026-11-20T16:59:59.999Z')).toBe('soon');
    expect(at('2026-11-20T17:00:00.000Z')).toBeNull();
  });

  it.each(['entregada', 'no_entregada', 'anulada', 'en_devolucion'] as const)(
    'state %s is neither late nor soon',
    (state) => {
      expect(dueView({ ...order, state, dueAt: '2026-11-20T10:00:00Z' }, NOW, LIMA).urgency).toBeNull();
    },
  );

  it.each([
    ['2026-11-20T15:45:00Z', 'en 45 min'],
    ['2026-11-20T12:30:00Z', 'hace 2 h'],
    ['2026-11-24T15:00:00Z', 'en 4 d'],
  ])('shows the time to or since %s as «%s»', (dueAt, text) => {
    expect(dueIn(dueAt, NOW)).toBe(text);
  });
});
