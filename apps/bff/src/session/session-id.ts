import { createHash, hash, randomBytes } from 'node:crypto';

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** @returns a new opaque id of 256 random bits. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** @returns the key the store knows an id by. A copy of the store therefore holds no usable cookie. */
export const sessionKey = (id: string): string => hash('sha256', id, 'base64url');

/** @returns the id in a cookie's value, or undefined for anything that cannot be one of ours. */
export const readSessionId = (value: unknown): string | undefined =>
  typeof value === 'string' && SHAPE.test(value) ? value : undefined;

/** Enough of a key to recognise a session in the log, too little to be of use. */
export const shortKey = (key: string): string => key.slice(0, 10);

/** @returns what its owner calls a session by: 128 bits that lead neither to the key nor to the cookie. */
export const publicHandle = (key: string): string =>
  createHash('sha256').update(`despacho/session-handle/1:${key}`).digest('hex').slice(0, 32);
