import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for base64url in a query string. */
export const newAccessToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. It has full entropy, so one round of SHA-256 cannot be searched backwards. */
export const hashAccessToken = (token: string): string => createHash('sha256').update(token).digest('hex');
