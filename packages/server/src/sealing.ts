import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

interface Key {
  name: string;
  /** Prepared once: raw bytes would be converted to a key for each call. */
  key: KeyObject;
}

/** What is sealed: each use derives its own keys from a secret. */
type Use = 'session' | 'factor';

function deriveKey(secret: string, use: Use): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `despacho/${use}-sealing/1`, 32));
  return { name: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), key: createSecretKey(bytes) };
}

export interface Sealer {
  /** @param context what the text belongs to; it opens only with the same context. */
  seal(text: string, context: string): string;
  /** @returns the text; undefined if it was changed, moved, or sealed with an unknown secret. */
  open(sealed: string, context: string): string | undefined;
  /** Whether the newest secret sealed it. */
  isNewest(sealed: string): boolean;
}

/**
 * AES-256-GCM with a key derived from each secret.
 * @param secrets newest first: the first one seals, all of them open, so that a secret can be replaced while people
 * work.
 */
export function createSealer(secrets: readonly string[], use: Use = 'session'): Sealer {
  const keys = secrets.map((secret) => deriveKey(secret, use));
  const newest = keys[0];
  if (!newest) throw new TypeError('At least one secret is needed');
  return {
    isNewest: (sealed) => sealed.startsWith(`${newest.name}.`),
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${newest.name}.${body.toString('base64url')}`;
    },
    open(sealed, context) {
      const [name, encoded = ''] = sealed.split('.');
      const key = keys.find((candidate) => candidate.name === name);
      const body = Buffer.from(encoded, 'base64url');
      if (!key || body.length < 28) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.key, body.subarray(0, 12), { authTagLength: 16 })
          .setAAD(Buffer.from(context))
          .setAuthTag(body.subarray(-16));
        return Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
