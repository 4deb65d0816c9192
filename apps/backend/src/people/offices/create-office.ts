import { BYTES_PER_SHOWN_GB, officeCode } from '@despacho/contracts';
import { isTimeZone, officeFields } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { findCompanyByRuc } from '../companies/read-storage.ts';
import { type Database } from '#platform/database/open-database.ts';
import { requireName } from '../companies/change-company.ts';
import { isRuc } from '../companies/ruc.ts';
import { provinceNamed } from '#platform/districts/office-province.ts';
import { systemClock } from '#platform/clock.ts';
import { OPERATOR } from '#platform/person.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { insertOffice, OPERATOR_SENTENCES, refuseTaken } from './add-office.ts';
import { transact } from '#platform/database/transact.ts';
import { invalid } from '#platform/refusal.ts';

interface NewOffice {
  /** People enter it as «sucursal» when they sign in. */
  id: string;
  name: string;
  timeZone: string;
  ruc: string;
  company: string;
  /** Name of the province, or of a district in it, that decides between districts of equal names. */
  province?: string;
  /** In bytes, for a new company; `DEFAULT_QUOTA` if undefined. */
  storageQuota: number | undefined;
}

/** Storage of a new company in bytes: 100 GB as the indicator shows them. */
export const DEFAULT_QUOTA = 100 * BYTES_PER_SHOWN_GB;

/** Creates an office, and its company when the tax id is new. @returns whether the company was created too. */
export async function createOffice(db: Database, office: NewOffice): Promise<{ companyCreated: boolean }> {
  if (!isRuc(office.ruc)) throw invalid(`${office.ruc} is not a RUC (11 digits with a check digit)`);
  if (!officeCode.safeParse(office.id).success)
    throw invalid(`The office id "${office.id}" may hold Latin letters, digits and - only`);
  if (!officeFields.name.safeParse(office.name).success)
    throw invalid('The name of an office has 1 to 80 characters, and no word with letters of two alphabets');
  if (!isTimeZone(office.timeZone)) throw invalid(`There is no time zone "${office.timeZone}"`);
  const province = office.province ? provinceNamed(office.province) : null;
  if (province === undefined) throw invalid(`There is no province "${office.province ?? ''}"`);

  return transact(db, async (trx) => {
    const known = await findCompanyByRuc(trx, office.ruc);
    if (known && known.name !== office.company)
      throw invalid(`The company ${office.ruc} is called "${known.name}", not "${office.company}"`);
    if (known && office.storageQuota !== undefined && office.storageQuota !== known.quota)
      throw invalid(
        `The company ${office.ruc} exists with another storage; change it with: company set --ruc ${office.ruc} --storage-gb …`,
      );
    const companyId = known?.id ?? randomUUID();
    if (!known) {
      requireName(office.company);
      const { ruc, company: name, storageQuota: storage_quota = DEFAULT_QUOTA } = office;
      await trx.insertInto('companies').values({ id: companyId, ruc, name, storage_quota }).execute();
    }
    const { id, name, timeZone } = office;
    const author = { by: OPERATOR, sub: null, now: systemClock() };
    if (!known) await recordCompany(trx, companyId, office.company);
    await insertOffice(trx, companyId, { id, name, timeZone, province }, author, OPERATOR_SENTENCES);
    return { companyCreated: !known };
  }).catch(refuseTaken(db, office.id, OPERATOR_SENTENCES));
}

const recordCompany = (trx: Database, companyId: string, name: string): Promise<void> =>
  recordTrail(trx, {
    companyId,
    officeId: null,
    kind: 'company.created',
    actor: { id: null, ...OPERATOR },
    details: { after: { name } },
  });
