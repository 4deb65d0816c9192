import { type Request } from 'express';
import { deviceOf } from './device-of.ts';
import { type SeenFrom } from './record.ts';

/** IPv4 addresses as they arrive at a socket that takes IPv6 too. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** @returns where a request comes from: the address that the trusted proxies tell, and the kind of device. */
export const seenFrom = (req: Request): SeenFrom => ({
  device: deviceOf(req.get('user-agent')),
  address: (req.ip ?? '').replace(MAPPED, '').slice(0, 45),
});
