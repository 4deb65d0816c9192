import { timingSafeEqual } from 'node:crypto';
import { type Enrolment, type FieldSession, MAX_WRONG_CODES } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { phoneEvent } from '#fleet/phones/phone-event.ts';
import { countWrongCode, findLink, findPhone, lockLink, replacePhone } from '#fleet/phones/phones-repository.ts';
import { codeHash, type LinkSecrets } from '#fleet/phones/secrets.ts';
import { secretHash } from '#platform/secrets.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { authorOf, sessionOf } from './field-caller.ts';

/** The same for a used, expired, replaced, void and invented link. */
const linkIsVoid = (): Refusal =>
  new Refusal(
    'expired',
    'Este enlace ya no sirve: venció, ya se usó o lo reemplazó otro. Pida uno nuevo a su oficina.',
  );

function wrongCode(left: number): Refusal {
  if (left === 0) return linkIsVoid();
  return new Refusal(
    'unprocessable',
    left === 1
      ? 'El código no es correcto. Le queda un intento.'
      : `El código no es correcto. Le quedan ${left} intentos.`,
    undefined,
    'code',
  );
}

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** @returns whose phone a link connects. @throws Refusal expired for a link that cannot be used. */
export async function readEnrolment({ db, clock }: FieldServices, secret: string): Promise<Enrolment> {
  const link = await findLink(db, secretHash(secret), clock());
  if (!link) throw linkIsVoid();
  return { courier: link.courier, office: link.office, expiresAt: link.expiresAt.toISOString() };
}

/**
 * Exchanges a link and its code for the session of one phone. The courier's previous phone is disconnected.
 * @throws Refusal expired for a link that cannot be used; unprocessable for a wrong code, which counts.
 */
export async function connectPhone(
  { db, clock, feed }: FieldServices,
  secrets: LinkSecrets,
  device: { sessionHash: string; name: string },
): Promise<FieldSession> {
  const now = clock();
  const hashed = secretHash(secrets.secret);
  // Thrown only after the commit: a wrong code must be counted.
  const result = await transact(db, async (trx) => {
    const known = await findLink(trx, hashed, now);
    if (!known) return linkIsVoid();
    // In the order in which the office's requests lock them: a new link is written under the office's lock.
    await lockOffice(trx, known);
    await lockLink(trx, hashed);
    const link = await findLink(trx, hashed, now);
    if (!link) return linkIsVoid();
    if (!isEqual(link.codeHash, codeHash(secrets))) {
      await countWrongCode(trx, hashed);
      return wrongCode(MAX_WRONG_CODES - link.wrongCodes - 1);
    }
    await replacePhone(trx, link, device, now);
    await appendEvent(trx, link.companyId, phoneEvent(link, authorOf(link), 'conectado', now));
    return findPhone(trx, device.sessionHash, now);
  });
  if (result instanceof Refusal) throw result;
  if (!result) throw linkIsVoid();
  feed.nudge(result.officeId);
  return sessionOf(result, now);
}
