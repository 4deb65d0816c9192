import { hash } from 'node:crypto';
import { linkProvider } from '#people/providers/provider-link.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Services } from '#edge/services.ts';
import { PROVIDERS } from './test-services.ts';

export const [ISSUER, OTHER_ISSUER] = PROVIDERS.map(({ issuer }) => issuer) as [string, string];
export const SUB = 'sub-of-driver';
export const KEEP = hash('sha256', 'none');

/** Links a person of N1, who has a second factor, as the person does. */
export const linkOwn = (services: Services, { username = 'driver', sub = SUB, issuer = ISSUER, keep = KEEP } = {}) =>
  linkProvider(services, { issuer, sub, by: { sucursal: 'N1', username, keep } });

/** The company of N1 switches the sign-in with passwords off. */
export const withoutPasswords = (db: Database) =>
  db
    .insertInto('sign_in_rules')
    .values({
      ...{ company_id: 'norte', version: 1, grace_days: 0, password_sign_in: false },
      ...{ changed_at: new Date(0), changed_username: 'keeper', changed_user: 'Keeper' },
    })
    .execute();
