import { createHmac, hkdfSync } from 'node:crypto';

/** A digest of a text that nobody without the secret can make or check. The same text has another one for each purpose. */
export type KeyedHash = (purpose: string, text: string) => Buffer;

/**
 * What stands for names and addresses in counters and in the log. The key is derived (HKDF-SHA-256) from the newest
 * SESSION_SECRET, so replacing that gives everybody another digest.
 */
export function createKeyedHash(secrets: readonly string[]): KeyedHash {
  const [newest] = secrets;
  if (newest === undefined) throw new TypeError('At least one secret is needed');
  const key = Buffer.from(hkdfSync('sha256', newest, '', 'despacho/keyed-hash/1', 32));
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
}
