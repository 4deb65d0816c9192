import { BYTES_PER_SHOWN_GB } from '@despacho/contracts';
import { type CompanyOffice, TRAIL_DAYS } from '@despacho/contracts/dispatch';
import { systemClock } from '#platform/clock.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { closeIn, reopenIn } from '#fleet/offices/close-office.ts';
import {
  type CompanySummary,
  createCompany,
  listCompanies,
  removeCompany,
  readCompany,
  renameCompany,
  setTrailDays,
} from '#people/companies/change-company.ts';
import { setStorage } from '#people/companies/set-storage.ts';
import { listAlike } from '#people/directory/list-alike.ts';
import { type OfficeAuthor } from '#people/offices/change-office.ts';
import { readCompanyOffice } from '#people/offices/company-offices.ts';
import { createOffice, DEFAULT_QUOTA } from '#people/offices/create-office.ts';
import { OPERATOR } from '#platform/person.ts';
import { type Commands } from './command.ts';
import { inForm, table } from './print.ts';

/** The operator as the author of a change of an office. */
const operatorAsAuthor = (): OfficeAuthor => ({ by: OPERATOR, sub: null, now: systemClock() });

/** @returns the offices of a company, in the order in which their rows are locked. */
async function officesOf(db: Database, ruc: string): Promise<{ where: OfficeKey; closed: boolean }[]> {
  const { id: companyId, offices } = await readCompany(db, ruc);
  return offices
    .map(({ id, closed }) => ({ where: { companyId, officeId: id }, closed }))
    .sort((a, b) => (a.where.officeId < b.where.officeId ? -1 : 1));
}

/** @param gigabytes as the storage indicator shows them. @returns bytes. */
function bytesOf(gigabytes: string): number {
  const value = gigabytes === '' ? NaN : Number(gigabytes);
  if (!(value >= 0 && value <= 1e6)) throw invalid('--storage-gb must be a number of GB');
  return Math.round(value * BYTES_PER_SHOWN_GB);
}

const gigabytesOf = (bytes: number): string => String(Math.round((bytes / BYTES_PER_SHOWN_GB) * 10) / 10);

const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

const storageText = ({ quota, used }: CompanySummary): string => `${gigabytesOf(used)} of ${gigabytesOf(quota)} GB`;

const stateOf = ({ closed, isEmpty }: CompanyOffice): string =>
  [closed ? `closed ${closed.at.slice(0, 10)}` : 'open', ...(isEmpty ? ['empty'] : [])].join(', ');

const describeCompany = (company: CompanySummary): string =>
  `${company.name}, RUC ${company.ruc}\nStorage: ${storageText(company)}. Its trail is kept for ${company.trailDays} days.`;

/** @throws Refusal invalid for anything but a number of days within the bounds. */
function trailDaysOf(text: string): number {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < TRAIL_DAYS.least || days > TRAIL_DAYS.most)
    throw invalid(`--trail-days must be a number from ${TRAIL_DAYS.least} to ${TRAIL_DAYS.most}`);
  return days;
}

/** Companies, which the operator alone creates and changes, and their offices. */
export const COMPANY_COMMANDS: Commands = {
  'company list': {
    flags: ['json'],
    run: async (db, option) => {
      const companies = await listCompanies(db);
      return inForm(option('json') === 'yes', companies, () =>
        table(
          ['RUC', 'Name', 'Offices', 'Storage'],
          companies.map((each) => [each.ruc, each.name, String(each.offices.length), storageText(each)]),
          'No company. Create one with: company create, or office create',
        ),
      );
    },
  },
  'company show': {
    required: ['ruc'],
    flags: ['json'],
    run: async (db, option) => {
      const company = await readCompany(db, option('ruc'));
      return inForm(option('json') === 'yes', company, () =>
        [
          describeCompany(company),
          table(
            ['Office', 'Name', ''],
            company.offices.map(({ id, name, closed }) => [id, name, closed ? 'closed' : '']),
            'No office.',
          ),
        ].join('\n'),
      );
    },
  },
  'company create': {
    required: ['ruc', 'name'],
    optional: { 'storage-gb': '' },
    run: async (db, option) => {
      const given = option('storage-gb');
      await createCompany(db, {
        ruc: option('ruc'),
        name: option('name'),
        quota: given === '' ? DEFAULT_QUOTA : bytesOf(given),
        now: systemClock(),
      });
      return `Company ${option('name')} created.`;
    },
  },
  'company rename': {
    required: ['ruc', 'name'],
    run: async (db, option) => {
      const before = await renameCompany(db, { ruc: option('ruc'), name: option('name'), now: systemClock() });
      return `Company ${option('ruc')}: ${option('name')}; before: ${before}.`;
    },
  },
  'company close': {
    required: ['ruc'],
    run: async (db, option) => {
      const offices = await officesOf(db, option('ruc'));
      const open = offices.filter(({ closed }) => !closed);
      const phones = await transact(db, async (trx) => {
        let disconnected = 0;
        for (const { where } of open) disconnected += (await closeIn(trx, where, operatorAsAuthor())).phones;
        return disconnected;
      });
      return `${counted(open.length, 'office')} closed: everything can be read, nothing changed. ${counted(phones, 'phone')} disconnected.`;
    },
  },
  'company reopen': {
    required: ['ruc'],
    run: async (db, option) => {
      const closed = (await officesOf(db, option('ruc'))).filter((office) => office.closed);
      await transact(db, async (trx) => {
        for (const { where } of closed) await reopenIn(trx, where, operatorAsAuthor());
      });
      return `${counted(closed.length, 'office')} opened. Phones have to be connected again.`;
    },
  },
  'company delete': {
    required: ['ruc'],
    run: async (db, option) => `Company ${await removeCompany(db, option('ruc'))} deleted, with its trail.`,
  },
  'company set': {
    required: ['ruc'],
    optional: { 'storage-gb': '', 'trail-days': '' },
    run: async (db, option) => {
      const [ruc, gigabytes, days] = [option('ruc'), option('storage-gb'), option('trail-days')];
      if (gigabytes === '' && days === '') throw invalid('Give --storage-gb or --trail-days');
      const trailDays = days === '' ? undefined : trailDaysOf(days);
      if (gigabytes !== '') await setStorage(db, ruc, bytesOf(gigabytes));
      if (trailDays !== undefined) await setTrailDays(db, { ruc, days: trailDays, now: systemClock() });
      return describeCompany(await readCompany(db, ruc));
    },
  },
  'office list': {
    optional: { ruc: '' },
    flags: ['json'],
    run: async (db, option) => {
      const ruc = option('ruc');
      const companies = await listCompanies(db, ruc === '' ? undefined : ruc);
      if (ruc !== '' && companies.length === 0)
        throw new Refusal('not-found', `There is no company with the RUC ${ruc}. See: company list`);
      const rows: (CompanyOffice & { ruc: string })[] = [];
      for (const company of companies)
        for (const { id } of company.offices)
          rows.push({ ...(await readCompanyOffice(db, { companyId: company.id, officeId: id })), ruc: company.ruc });
      return inForm(option('json') === 'yes', rows, () =>
        table(
          ['Id', 'Name', 'RUC', 'State', 'People', 'Couriers'],
          rows.map((each) => [each.id, each.name, each.ruc, stateOf(each), String(each.people), String(each.couriers)]),
          'No office. Create one with: office create',
        ),
      );
    },
  },
  'office alike': {
    run: async (db) => {
      const found = await listAlike(db);
      return table(
        ['What', 'Names', 'Why'],
        found.map(({ what, names, why }) => [what, names.join(', '), why]),
        'No office, company or person has a name that looks like another.',
      );
    },
  },
  'office create': {
    required: ['ruc', 'company', 'id', 'name'],
    optional: { 'time-zone': 'America/Lima', 'storage-gb': '', province: '' },
    run: async (db, option) => {
      const given = option('storage-gb');
      const { companyCreated } = await createOffice(db, {
        id: option('id'),
        name: option('name'),
        timeZone: option('time-zone'),
        ruc: option('ruc'),
        company: option('company'),
        province: option('province'),
        storageQuota: given === '' ? undefined : bytesOf(given),
      });
      return `Office ${option('id')} created${companyCreated ? `, and the company ${option('company')}` : ''}.`;
    },
  },
};
