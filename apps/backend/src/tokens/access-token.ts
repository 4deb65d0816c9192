import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for base64url in a query string. */
export const newAccessToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. With its full entropy, one round of SHA-256 cannot be reversed. */
export const hashAccessToken = (token: string): string => createHash('sha256').update(token).digest('hex');
