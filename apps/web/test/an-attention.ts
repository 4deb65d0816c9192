import { type Attention, type AttentionLine } from '@despacho/contracts/dispatch';

/** @returns a line about an order that nobody carries. */
export const aLine = (changes: Partial<AttentionLine> = {}): AttentionLine => ({
  id: '7',
  version: 1,
  since: '2026-11-20T15:00:00.000Z',
  causes: [{ kind: 'sin_asignar', since: '2026-11-20T15:00:00.000Z' }],
  order: { id: '5964', code: 'D0005964', isAssigned: false, client: 'Boticas Aurora', district: 'San Borja' },
  courier: null,
  taken: null,
  snoozed: null,
  closedAt: null,
  ...changes,
});

/** @returns the answer with these lines. */
export const anAttention = (lines: readonly AttentionLine[], changes: Partial<Attention> = {}): Attention => ({
  revision: 1,
  open: lines.length,
  mine: 0,
  snoozed: 0,
  kinds: {},
  lines: [...lines],
  closed: [],
  ...changes,
});
