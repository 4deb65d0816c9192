import { type GuestClaims } from '@despacho/contracts/assertion';
import { GUEST_MINUTES, type GuestContent, type GuestSession } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { secretHash } from '#platform/secrets.ts';
import { Refusal } from '#platform/refusal.ts';
import { type InsightServices } from '../services.ts';
import { addOpening, findLink, findOpened, type GuestLinkRow } from './guest-links-repository.ts';
import { readGuestContent } from './read-guest-content.ts';

/** The same for an expired, revoked, erased and invented link. */
const linkIsVoid = (): Refusal =>
  new Refusal(
    'expired',
    'Este enlace no muestra nada: venció, lo anularon o está incompleto. Pida uno nuevo a quien se lo envió.',
  );

/** A link that a guest has opened, and when. */
export type OpenedLink = GuestLinkRow & { openedAt: Date };

/**
 * @returns the link that a guest has opened, looked up in the database each time, so that a revocation works immediately.
 * @throws Refusal forbidden if the session or the link has ended.
 */
export async function findGuest({ db, clock, config }: InsightServices, { session }: GuestClaims): Promise<OpenedLink> {
  const opened = session === null ? undefined : await findOpened(db, session, clock(), config.dayTurnsAt);
  if (!opened) throw new Refusal('forbidden', 'Esta página no tiene ningún enlace abierto');
  return opened;
}

export const guestSessionOf = ({ openedAt, expiresAt }: OpenedLink): GuestSession => ({
  endsAt: new Date(Math.min(openedAt.getTime() + GUEST_MINUTES * 60_000, expiresAt.getTime())).toISOString(),
});

/** How much an opening counts, compared with a photo: it reads every order of the link. */
export const CONTENT_READS = 50;

/** @throws Refusal busy if a link is read too often. */
export function requireReads(
  { guestReads, clock }: InsightServices,
  { officeId, id }: GuestLinkRow,
  count: number,
): void {
  if (guestReads.take(`${officeId} ${id}`, clock(), count)) return;
  throw new Refusal(
    'busy',
    'Este enlace se está abriendo demasiadas veces. Espere un minuto y vuelva a intentarlo.',
    undefined,
    undefined,
    60,
  );
}

/**
 * Exchanges the secret of a link for a session, and logs the opening.
 * @throws Refusal expired for a link that cannot be opened.
 */
export async function openGuestLink(
  services: InsightServices,
  { session, network }: GuestClaims & { session: string },
  secret: string,
): Promise<GuestContent> {
  const { db, clock, config, logger, shares } = services;
  const now = clock();
  const link = await findLink(db, secretHash(secret), now, config.dayTurnsAt);
  if (!link) throw linkIsVoid();
  requireReads(services, link, CONTENT_READS);
  const { companyId: company, officeId: office } = link;
  return shares.run({ company, office, person: `guest ${link.id}` }, async () => {
    const content = await readGuestContent(services, link);
    const isStored = await transact(db, (trx) => addOpening(trx, link, { sessionHash: session, network, at: now }));
    if (!isStored) throw linkIsVoid();
    logger.info({ office: link.officeId, link: link.id, network }, 'guest link opened');
    return content;
  });
}
