import { systemClock } from '#platform/clock.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { closeIn, reopenIn } from '#fleet/offices/close-office.ts';
import {
  type CompanySummary,
  createCompany,
  listCompanies,
  removeCompany,
  readCompany,
  renameCompany,
} from '#people/companies/change-company.ts';
import { setStorage } from '#people/companies/set-storage.ts';
import { DEFAULT_QUOTA } from '#people/offices/create-office.ts';
import { type Commands } from './command.ts';
import { bytesOf, gigabytesOf } from './gigabytes.ts';
import { operatorAsAuthor } from './office-commands.ts';
import { inForm, table } from './print.ts';

/** @returns the offices of a company, in the order in which their rows are locked. */
async function officesOf(db: Database, ruc: string): Promise<{ where: OfficeKey; closed: boolean }[]> {
  const { id: companyId, offices } = await readCompany(db, ruc);
  return offices
    .map(({ id, closed }) => ({ where: { companyId, officeId: id }, closed }))
    .sort((a, b) => (a.where.officeId < b.where.officeId ? -1 : 1));
}

const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

const storageText = ({ quota, used }: CompanySummary): string => `${gigabytesOf(used)} of ${gigabytesOf(quota)} GB`;

/** Companies are created and changed by the operator alone. */
export const COMPANY_COMMANDS: Commands = {
  'company list': {
    required: [],
    optional: {},
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
    optional: {},
    flags: ['json'],
    run: async (db, option) => {
      const company = await readCompany(db, option('ruc'));
      return inForm(option('json') === 'yes', company, () =>
        [
          `${company.name}, RUC ${company.ruc}`,
          `Storage: ${storageText(company)}. Its trail is kept for ${company.trailDays} days.`,
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
    optional: {},
    run: async (db, option) => {
      const before = await renameCompany(db, { ruc: option('ruc'), name: option('name'), now: systemClock() });
      return `Company ${option('ruc')}: ${option('name')}; before: ${before}.`;
    },
  },
  'company close': {
    required: ['ruc'],
    optional: {},
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
    optional: {},
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
    optional: {},
    run: async (db, option) => `Company ${await removeCompany(db, option('ruc'))} deleted, with its trail.`,
  },
  'company set': {
    required: ['ruc', 'storage-gb'],
    optional: {},
    run: async (db, option) => {
      const bytes = bytesOf(option('storage-gb'));
      const { name, used } = await setStorage(db, option('ruc'), bytes);
      const share = bytes > 0 ? `, ${Math.round((100 * used) / bytes)} % of it used` : '';
      return `Company ${name}: ${option('storage-gb')} GB of storage${share}.`;
    },
  },
};
