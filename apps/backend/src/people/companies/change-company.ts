import { nameText } from '@despacho/contracts';
import { randomUUID } from 'node:crypto';
import { isForeignKeyViolation } from '#platform/database/database-error.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR } from '#platform/person.ts';
import { conflict, invalid, Refusal } from '#platform/refusal.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { findCompanyByRuc } from './read-storage.ts';
import { isRuc } from './ruc.ts';

/** A company for the operator. */
export interface CompanySummary {
  id: string;
  ruc: string;
  name: string;
  quota: number;
  used: number;
  trailDays: number;
  offices: { id: string; name: string; closed: boolean }[];
}

/** @returns all companies by name, with their offices. @param ruc only this one. */
export async function listCompanies(db: Database, ruc?: string): Promise<CompanySummary[]> {
  const companies = await db
    .selectFrom('companies')
    .select(['id', 'ruc', 'name', 'storage_quota as quota', 'storage_used as used', 'trail_days as trailDays'])
    .$if(ruc !== undefined, (some) => some.where('ruc', '=', ruc ?? ''))
    .orderBy('name')
    .execute();
  const offices = await db
    .selectFrom('offices')
    .select(['id', 'name', 'closed', 'company_id'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return companies.map((company) => ({
    ...company,
    offices: offices
      .filter((office) => office.company_id === company.id)
      .map(({ id, name, closed }) => ({ id, name, closed: closed !== null })),
  }));
}

const noCompany = (ruc: string): Refusal => new Refusal('not-found', `There is no company with the RUC ${ruc}`);

/** @throws Refusal not-found without such a company. */
export async function readCompany(db: Database, ruc: string): Promise<CompanySummary> {
  const [company] = await listCompanies(db, ruc);
  if (!company) throw noCompany(ruc);
  return company;
}

const NAME = nameText(120);

/** @throws Refusal invalid for a name that is not stored as it is written, or that mixes alphabets in a word. */
export function requireName(name: string): void {
  if (NAME.safeParse(name).data === name) return;
  throw invalid(
    'A name has 1 to 120 characters, without spaces at its ends, invisible characters, and letters of two alphabets in a word',
  );
}

/** Creates a company without offices. @throws Refusal for an invalid or known tax id. */
export async function createCompany(
  db: Database,
  { ruc, name, quota, now }: { ruc: string; name: string; quota: number; now: Date },
): Promise<void> {
  if (!isRuc(ruc)) throw invalid(`${ruc} is not a RUC (11 digits with a check digit)`);
  requireName(name);
  await transact(db, async (trx) => {
    const known = await findCompanyByRuc(trx, ruc);
    if (known) throw conflict(`The company ${ruc} exists already: "${known.name}"`);
    const id = randomUUID();
    await trx.insertInto('companies').values({ id, ruc, name, storage_quota: quota }).execute();
    await recordTrail(trx, {
      companyId: id,
      officeId: null,
      kind: 'company.created',
      actor: { id: null, ...OPERATOR },
      details: { after: { name, quota } },
      at: now,
    });
  });
}

/** Renames a company. @returns the former name. @throws Refusal not-found without such a company. */
export async function renameCompany(
  db: Database,
  { ruc, name, now }: { ruc: string; name: string; now: Date },
): Promise<string> {
  requireName(name);
  return transact(db, async (trx) => {
    const known = await findCompanyByRuc(trx, ruc);
    if (!known) throw noCompany(ruc);
    if (known.name === name) return known.name;
    await trx.updateTable('companies').set({ name }).where('ruc', '=', ruc).execute();
    await recordTrail(trx, {
      companyId: known.id,
      officeId: null,
      kind: 'company.edited',
      actor: { id: null, ...OPERATOR },
      details: { before: { name: known.name }, after: { name } },
      at: now,
    });
    return known.name;
  });
}

/**
 * Sets for how many days a company keeps its trail, as an entry of it. Older entries are removed within an hour.
 * @throws Refusal not-found without such a company.
 */
export async function setTrailDays(
  db: Database,
  { ruc, days, now }: { ruc: string; days: number; now: Date },
): Promise<void> {
  await transact(db, async (trx) => {
    const { id, name, trailDays: before } = await readCompany(trx, ruc);
    if (days === before) return;
    await trx.updateTable('companies').set({ trail_days: days }).where('id', '=', id).execute();
    await recordTrail(trx, {
      companyId: id,
      officeId: null,
      kind: 'settings.changed',
      actor: { id: null, ...OPERATOR },
      subject: { kind: 'company', id, name },
      details: { before: { trailDays: before }, after: { trailDays: days } },
      at: now,
    });
  });
}

/**
 * Deletes a company without offices and clients, with its trail.
 * @returns its name. @throws Refusal not-found without such a company, conflict for one that is not empty.
 */
export async function removeCompany(db: Database, ruc: string): Promise<string> {
  const known = await findCompanyByRuc(db, ruc);
  if (!known) throw noCompany(ruc);
  await db
    .deleteFrom('companies')
    .where('id', '=', known.id)
    .execute()
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw conflict(
        `The company ${ruc} has offices, clients or recent activity. Only an empty one can be deleted; close it with: company close --ruc ${ruc}`,
      );
    });
  return known.name;
}
