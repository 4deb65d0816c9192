import { type FieldRoute, MESSAGE_WORDS } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { Refusal } from '../refusal.ts';

/** The message of offices that have none of their own. */
const DEFAULT_MESSAGE =
  'Hola {destinatario}, soy {repartidor} de {oficina}. Estoy en camino con su pedido {codigo}. ¿Habrá alguien para recibirlo?';

const MAX_MESSAGE = 500;
const PHONE = /^\+?[\d ()-]{6,24}$/;

/** @returns how a courier reaches the office, and what is written to recipients. */
export async function readContact(
  db: Database,
  { companyId, officeId }: { companyId: string; officeId: string },
): Promise<FieldRoute['office']> {
  const { phone, whatsapp } = await db
    .selectFrom('offices')
    .select(['phone', 'whatsapp'])
    .where('company_id', '=', companyId)
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  return { phone, whatsapp: whatsapp ?? DEFAULT_MESSAGE };
}

function checkMessage(message: string): void {
  if (message.length > MAX_MESSAGE)
    throw new Refusal('invalid', `The message is longer than ${MAX_MESSAGE} characters`);
  const unknown = [...message.matchAll(/\{([^}]*)\}/g)].find(
    ([, word]) => !MESSAGE_WORDS.some((each) => each === word),
  );
  if (unknown)
    throw new Refusal(
      'invalid',
      `The message may contain ${MESSAGE_WORDS.map((word) => `{${word}}`).join(', ')}, but not ${unknown[0]}`,
    );
}

/**
 * Sets the telephone and message of an office.
 * @param contact an omitted field stays as it is; an empty one is cleared, which restores the default message.
 * @throws Refusal for an unknown office, an invalid telephone, or a message with unknown words in braces.
 */
export async function setContact(
  db: Database,
  officeId: string,
  { phone, whatsapp }: { phone?: string | undefined; whatsapp?: string | undefined },
): Promise<FieldRoute['office']> {
  if (phone && !PHONE.test(phone)) throw new Refusal('invalid', `${phone} is not a telephone number`);
  if (whatsapp) checkMessage(whatsapp);
  const office = await db
    .selectFrom('offices')
    .select(['id', 'company_id'])
    .where('id', '=', officeId)
    .executeTakeFirst();
  if (!office) throw new Refusal('not-found', `There is no office ${officeId}`);
  const set = {
    ...(phone !== undefined && { phone: phone || null }),
    ...(whatsapp !== undefined && { whatsapp: whatsapp || null }),
  };
  if (Object.keys(set).length > 0) await db.updateTable('offices').set(set).where('id', '=', officeId).execute();
  return readContact(db, { companyId: office.company_id, officeId });
}
