import { sql } from 'kysely';
import { type PlatformServices } from '#platform/services.ts';
import { findLinkOwner } from '../tokens/one-time-links.ts';

type Needed = Pick<PlatformServices, 'db' | 'clock' | 'providers'>;

interface Answer {
  ruc: string | null;
}

const known = ({ providers }: Needed, ruc: string | undefined): Answer => ({
  ruc: ruc !== undefined && providers.ofCompany(ruc) ? ruc : null,
});

/** @returns the RUC of a branch's company; null both for an unknown branch and for a company without a provider. */
export async function companyOfBranch(services: Needed, { sucursal }: { sucursal: string }): Promise<Answer> {
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
  { invitation }: { invitation: string },
): Promise<Answer & { user?: string }> {
  const owner = await findLinkOwner(services.db, 'provider_invitations', invitation, services.clock());
  return { ...known(services, owner?.ruc), ...(owner && { user: owner.user }) };
}
