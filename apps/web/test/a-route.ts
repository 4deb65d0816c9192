import { type FieldRoute, type FieldSession, type FieldStop } from '@despacho/contracts/dispatch';
import { aDay, aStop as aShownStop } from './a-stop.ts';

/** @returns a stop as the service returns it, with the given fields replaced. */
export function aStop(some: Partial<FieldStop> = {}): FieldStop {
  const { own: _, ...stop } = aShownStop();
  return { ...stop, ...some };
}

/** @returns the route of 23 November, as the service returns it. */
export const aRoute = (stops: readonly FieldStop[], some: Partial<FieldRoute> = {}): FieldRoute => ({
  ...aDay([]),
  now: '2026-11-23T15:00:00.000Z',
  day: '2026-11-23',
  stops: [...stops],
  ...some,
});

/** @returns the session of a courier's phone. */
export const aSession = (some: Partial<FieldSession> = {}): FieldSession => ({
  courier: 'Ana Torres',
  courierId: '7',
  office: 'Lima',
  timeZone: 'America/Lima',
  device: 'Chrome en Android',
  connectedAt: '2026-11-23T12:00:00.000Z',
  endsAt: '2026-12-23T12:00:00.000Z',
  now: '2026-11-23T15:00:00.000Z',
  ...some,
});
