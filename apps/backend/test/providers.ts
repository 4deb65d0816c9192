import { hash } from 'node:crypto';
import { linkProvider } from '#people/providers/provider-link.ts';
import { signInBySubject } from '#people/providers/provider-sign-in.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Services } from '#edge/services.ts';
import { PROVIDERS } from './test-services.ts';

export const [ISSUER, OTHER_ISSUER] = PROVIDERS.map(({ issuer }) => issuer) as [string, string];
export const SUB = 'sub-of-driver';

interface Subject {
  sub?: string;
  issuer?: string;
}

/** Links a person of N1, who has a second factor, as the person does. */
export const linkOwn = (
  services: Services,
  {
    username = 'driver',
    sub = SUB,
    issuer = ISSUER,
    token = 'none',
  }: Subject & { username?: string; token?: string } = {},
) => linkProvider(services, { issuer, sub, by: { sucursal: 'N1', username, keep: hash('sha256', token) } });

export const linkInvited = (services: Services, invitation: string, { sub = SUB, issuer = ISSUER }: Subject = {}) =>
  linkProvider(services, { issuer, sub, by: { invitation } });

export const enter = (
  services: Services,
  { sub = SUB, issuer = ISSUER, factor = false }: Subject & { factor?: boolean } = {},
) => signInBySubject(services, { issuer, sub, factor });

/** The company of N1 switches the sign-in with passwords off. */
export const withoutPasswords = (db: Database) =>
  db
    .insertInto('sign_in_rules')
    .values({
      ...{ company_id: 'norte', version: 1, grace_days: 0, password_sign_in: false },
      ...{ changed_at: new Date(0), changed_username: 'keeper', changed_user: 'Keeper' },
    })
    .execute();
