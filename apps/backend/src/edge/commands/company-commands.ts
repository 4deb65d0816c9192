import { systemClock } from '#platform/clock.ts';
import {
  type CompanySummary,
  createCompany,
  listCompanies,
  readCompany,
  renameCompany,
} from '#people/companies/change-company.ts';
import { setStorage } from '#people/companies/set-storage.ts';
import { DEFAULT_QUOTA } from '#people/offices/create-office.ts';
import { type Commands } from './command.ts';
import { bytesOf, gigabytesOf } from './gigabytes.ts';
import { inForm, table } from './print.ts';

const storageText = ({ quota, used }: CompanySummary): string => `${gigabytesOf(used)} of ${gigabytesOf(quota)} GB`;

/** Companies are created and changed by the operator alone. They are never deleted: their trail stays. */
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
