import { type NewPasswordLink } from '@despacho/contracts/dispatch';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { Refusal } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { findAuthor, requireUser } from '../users/users-repository.ts';
import { createPasswordLink } from './password-links.ts';

const OWN = 'Para cambiar su propia contraseña use «Mis sesiones»';

/**
 * Creates a reset link for a person of the office in the request. The contract requires charge S.
 * @throws Refusal not-found for a user of another office, forbidden for oneself.
 */
export async function linkForPerson(
  services: Pick<PlatformServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  userId: string,
): Promise<NewPasswordLink> {
  const person = await requireUser(services.db, dispatcher, userId);
  const authorId = await findAuthor(services.db, dispatcher);
  if (authorId === person.id) throw new Refusal('forbidden', OWN);
  const actor = { id: authorId ?? null, username: dispatcher.username };
  const { secret, expiresAt } = await createPasswordLink(services, person, actor);
  return {
    fragment: secret,
    username: person.username,
    user: person.user,
    expiresAt: expiresAt.toISOString(),
  };
}
