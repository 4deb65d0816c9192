import { type OwnSession } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

const at = (id: string, usedAt: string, current = false): OwnSession => ({
  id,
  current,
  device: 'Chrome en Windows',
  place: 'Perú',
  address: '192.0.2.7',
  startedAt: '2026-11-21T08:00:00.000Z',
  usedAt,
  endsAt: '2026-11-21T20:00:00.000Z',
});

describe('inOrder', () => {
  it('puts the current session first and sorts the rest by last use', () => {
    const sessions = [
      at('yesterday', '2026-11-20T23:59:00.000Z'),
      at('now', '2026-11-21T11:00:00.000Z'),
      at('mine', '2026-11-21T10:00:00.000Z', true),
    ];
    expect(inOrder(sessions).map(({ id }) => id)).toEqual(['mine', 'now', 'yesterday']);
    expect(sessions[0]?.id).toBe('yesterday');
  });
});
