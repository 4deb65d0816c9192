import { type Request } from 'express';

/** @returns the token of `Authorization: Bearer …`, or undefined. */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
