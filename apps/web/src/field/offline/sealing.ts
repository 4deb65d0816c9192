import { type PhoneDb, type Sealed } from './database.ts';

const ALGORITHM = 'AES-GCM';

/**
 * @returns the key of a courier's queue, made at first use.
 * Non-extractable: a copy of the page's memory or a script of another origin does not get it.
 */
async function keyOf(db: PhoneDb, courierId: string): Promise<CryptoKey> {
  const known = await db.get('keys', courierId);
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  // In one transaction, because another tab may have made one meanwhile.
  const change = db.transaction('keys', 'readwrite', { durability: 'strict' });
  const other = await change.store.get(courierId);
  if (!other) await change.store.put(made, courierId);
  await change.done;
  return other ?? made;
}

/** Binds a ciphertext to its courier and row, so that it cannot be moved to another. */
const bindingOf = (courierId: string, id: string) => new TextEncoder().encode(`${courierId}/${id}`);

export async function seal(db: PhoneDb, courierId: string, id: string, plain: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = bindingOf(courierId, id);
  const key = await keyOf(db, courierId);
  return { iv, data: await crypto.subtle.encrypt({ name: ALGORITHM, iv, additionalData }, key, plain) };
}

/** @throws OperationError if the ciphertext belongs to another courier or row, or was changed. */
export async function unseal(
  db: PhoneDb,
  { courierId, id }: { courierId: string; id: string },
  { iv, data }: Sealed,
): Promise<ArrayBuffer> {
  const additionalData = bindingOf(courierId, id);
  return crypto.subtle.decrypt({ name: ALGORITHM, iv, additionalData }, await keyOf(db, courierId), data);
}
