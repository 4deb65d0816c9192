import { hash, randomBytes } from 'node:crypto';

/** @returns 256 random bits in base64url, for the fragment of a link or a query string. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of a secret. With its full entropy, one round of SHA-256 cannot be reversed. */
export const secretHash = (secret: string): string => hash('sha256', secret);
