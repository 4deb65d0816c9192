import { sql } from 'kysely';
import { type PlatformServices } from '#platform/services.ts';
import { findLinkOwner } from '../tokens/one-time-links.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'providers'>;

const known = ({ providers }: Needed, ruc: string | undefined): { ruc: string | null } => ({
  ruc: ruc !== undefined && providers.ofCompany(ruc) ? ruc : null,
});

/** @returns the RUC of a branch's company; null both for an unknown branch and for a company without a provider. */
export async function companyOfBranch(services: Needed, sucursal: string): Promise<{ ruc: string | null }> {
  const found = await services.db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select('companies.ruc')
    .where(sql`lower(offices.id)`, '=', sucursal.toLowerCase())
    .executeTakeFirst();
  return known(services, found?.ruc);
}

/** @returns the company and the name of the owner of a valid invitation; null for any other invitation. */
export async function companyOfInvitation(
  services: Needed,
  secret: string,
): Promise<{ ruc: string | null; user?: string }> {
  const owner = await findLinkOwner(services.db, 'provider_invitations', secret, services.clock());
  return { ...known(services, owner?.ruc), ...(owner && { user: owner.user }) };
}
