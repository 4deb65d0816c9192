import { type FieldClaims } from '@despacho/contracts/assertion';
import { type Actor, type FieldSession, PHONE_ABSOLUTE_DAYS } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { findPhone, type Phone, touchPhone } from '#fleet/phones/phones-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';

/**
 * @param withRoute whether also to read the state of its route.
 * @returns the phone that sent a request, looked up in the database each time, so that a revocation works immediately.
 * @throws Refusal forbidden if it is not connected.
 */
export async function findCaller(services: FieldServices, { device }: FieldClaims, withRoute = false): Promise<Phone> {
  const { db, clock, config, fitness } = services;
  const now = clock();
  const phone = device === null ? undefined : await findPhone(db, device, now, withRoute, config.dayTurnsAt);
  if (!phone) throw new Refusal('forbidden', 'Este teléfono no está conectado');
  if (!fitness.refusal) await touchPhone(db, phone, now);
  return phone;
}

/** @returns the session as the phone may see it. */
export const sessionOf = (
  { courier, courierId, office, timeZone, device, connectedAt }: Phone,
  now: Date,
): FieldSession => ({
  courier,
  courierId: String(courierId),
  office,
  timeZone,
  device,
  connectedAt: connectedAt.toISOString(),
  endsAt: new Date(connectedAt.getTime() + PHONE_ABSOLUTE_DAYS * 24 * 60 * 60_000).toISOString(),
  now: now.toISOString(),
});

/** The courier as the author of an event. */
export const authorOf = ({ courierId, courier }: Pick<Phone, 'courierId' | 'courier'>): Actor => ({
  username: `repartidor-${courierId}`,
  user: courier,
});

/**
 * The courier as the author of changes. Subjects of staff begin with a name in capitals, so neither kind can use the
 * idempotency keys or undo the changes of the other.
 */
export const actingCourier = (
  phone: Pick<Phone, 'companyId' | 'officeId' | 'timeZone' | 'dayTurnsAt' | 'courierId' | 'courier'>,
): Dispatcher => ({
  sub: `courier/${phone.courierId}`,
  ...authorOf(phone),
  charge: '',
  companyId: phone.companyId,
  officeId: phone.officeId,
  timeZone: phone.timeZone,
  dayTurnsAt: phone.dayTurnsAt,
  isPerson: false,
});
