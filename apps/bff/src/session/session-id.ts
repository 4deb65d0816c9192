import { hash, randomBytes } from 'node:crypto';

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** @returns a new opaque id of 256 random bits. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** @returns the store's key of an id. A copy of the store therefore contains no usable cookie. */
export const sessionKey = (id: string): string => hash('sha256', id, 'base64url');

/** @returns the id in a cookie's value; undefined if it cannot be one of ours. */
export const readSessionId = (value: unknown): string | undefined =>
  typeof value === 'string' && SHAPE.test(value) ? value : undefined;

/** Enough of a key to recognize a session in the log, too little to use. */
export const shortKey = (key: string): string => key.slice(0, 10);

/** @returns the id that its owner sees: 128 bits from which neither key nor cookie can be derived. */
export const publicHandle = (key: string): string =>
  hash('sha256', `despacho/session-handle/1:${key}`, 'hex').slice(0, 32);
