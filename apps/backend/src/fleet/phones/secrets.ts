import { hash, randomInt } from 'node:crypto';
import { newSecret } from '#platform/secrets.ts';

/** The secret of a link and its code. Neither is stored. */
export interface LinkSecrets {
  /** 256 random bits in base64url. */
  secret: string;
  /** Four digits, which the office reads to the courier. */
  code: string;
}

export const newLinkSecrets = (): LinkSecrets => ({
  secret: newSecret(),
  code: String(randomInt(10_000)).padStart(4, '0'),
});

/** Digest of both, because that of four digits alone would reveal them. */
export const codeHash = ({ secret, code }: LinkSecrets): string => hash('sha256', `${secret} ${code}`);
