import { createHmac, hkdfSync } from 'node:crypto';

/** A digest that cannot be created or verified without the secret. It differs for each purpose. */
export type KeyedHash = (purpose: string, text: string) => Buffer;

/**
 * Digests of names and addresses for counters and the log. The key is derived (HKDF-SHA-256) from the newest
 * SESSION_SECRET, so replacing that changes all digests.
 */
export function createKeyedHash(secrets: readonly string[]): KeyedHash {
  const [newest] = secrets;
  if (newest === undefined) throw new TypeError('At least one secret is needed');
  const key = Buffer.from(hkdfSync('sha256', newest, '', 'despacho/keyed-hash/1', 32));
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
}
