import { type Request } from 'express';
import { clientAddress } from './client-address.ts';
import { deviceOf } from './device-of.ts';
import { type SeenFrom } from './record.ts';

/** @returns where a request comes from: the address according to trusted proxies, and the kind of device. */
export const seenFrom = (req: Request): SeenFrom => ({
  device: deviceOf(req.get('user-agent')),
  address: clientAddress(req),
});
