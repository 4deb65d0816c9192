import { hash } from 'node:crypto';
import { linkProvider } from '#people/providers/provider-link.ts';
import { type Services } from '#edge/services.ts';
import { PROVIDERS } from './test-services.ts';

export const [ISSUER, OTHER_ISSUER] = PROVIDERS.map(({ issuer }) => issuer) as [string, string];
export const SUB = 'sub-of-driver';
export const KEEP = hash('sha256', 'none');

/** Links a person of N1, who has a second factor, as the person does. */
export const linkOwn = (services: Services, { username = 'driver', sub = SUB, issuer = ISSUER, keep = KEEP } = {}) =>
  linkProvider(services, { issuer, sub, by: { sucursal: 'N1', username, keep } });
