import { type CompanyOffice, SETTING_FIELDS, SETTING_WORDS, type CourierSettings } from '@despacho/contracts/dispatch';
import { systemClock } from '#platform/clock.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { closeIn, reopenIn } from '#fleet/offices/close-office.ts';
import { changeOffice, type OfficeAuthor } from '#people/offices/change-office.ts';
import { listCompanies } from '#people/companies/change-company.ts';
import { readCompanyOffice } from '#people/offices/company-offices.ts';
import { listAlike } from '#people/directory/list-alike.ts';
import { readSettings, setSettings } from '#people/offices/courier-settings.ts';
import { createOffice } from '#people/offices/create-office.ts';
import { findOffice } from '#people/offices/offices-repository.ts';
import { removeIn } from '#upkeep/offices/remove-office.ts';
import { type Commands } from './command.ts';
import { bytesOf } from './gigabytes.ts';
import { inForm, table } from './print.ts';
import { readSettingOptions } from './settings-options.ts';

/** The operator as the author of a change of an office. */
export const operatorAsAuthor = (): OfficeAuthor => ({ by: OPERATOR, sub: null, now: systemClock() });

/** @throws Refusal not-found, with how to find the right id. */
async function officeOf(db: Database, officeId: string): Promise<OfficeKey> {
  const found = await findOffice(db, officeId);
  if (!found) throw new Refusal('not-found', `There is no office ${officeId}. See: office list`);
  return { companyId: found.companyId, officeId };
}

const stateOf = ({ closed, isEmpty }: CompanyOffice): string =>
  [closed ? `closed ${closed.at.slice(0, 10)}` : 'open', ...(isEmpty ? ['empty'] : [])].join(', ');

/** @returns a setting as the option that sets it takes it. */
function optionText(field: keyof typeof SETTING_WORDS, office: CompanyOffice, settings: CourierSettings): string {
  switch (field) {
    case 'name':
    case 'timeZone':
      return office[field];
    case 'province':
      return office.province ?? '-';
    case 'delivered':
    case 'failed':
      return settings[field].join(',') || '-';
    case 'cashLimit':
      return settings.cashLimit === null ? '-' : (settings.cashLimit / 100).toFixed(2);
    case 'expenseLimit':
    case 'surplusLimit':
      return (settings[field] / 100).toFixed(2);
    case 'far':
      return `${settings.far.warn},${settings.far.alert}`;
    case 'attention':
      return Object.entries(settings.attention)
        .map(([kind, { on, limit }]) => `${kind}=${on ? (limit ?? 'on') : 'off'}`)
        .join(',');
    case 'arrivalRadius':
    case 'message':
    case 'phone':
    case 'silence':
      return String(settings[field] ?? '-');
  }
}

const describeOffice = (office: CompanyOffice, settings: CourierSettings): string =>
  [
    `${office.id}: ${office.name}, ${stateOf(office)}, of ${settings.company}`,
    `${office.people} people, ${office.couriers} couriers, ${office.phones} phones, ${office.openOrders} open orders.`,
    table(
      ['Option of office set', 'Value'],
      SETTING_FIELDS.map((field) => [`--${SETTING_WORDS[field].option}`, optionText(field, office, settings)]),
    ),
  ].join('\n');

/** Offices of any company, for the operator. */
export const OFFICE_COMMANDS: Commands = {
  'office list': {
    required: [],
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
          rows.push({ ...(await readCompanyOffice(db, await officeOf(db, id))), ruc: company.ruc });
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
    required: [],
    optional: {},
    run: async (db) => {
      const found = await listAlike(db);
      return table(
        ['What', 'Names', 'Why'],
        found.map(({ what, names, why }) => [what, names.join(', '), why]),
        'No office, company or person has a name that looks like another.',
      );
    },
  },
  'office show': {
    required: ['office'],
    optional: {},
    flags: ['json'],
    run: async (db, option) => {
      const where = await officeOf(db, option('office'));
      const office = await readCompanyOffice(db, where);
      const settings = await readSettings(db, where);
      return inForm(option('json') === 'yes', { ...office, settings }, () => describeOffice(office, settings));
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
  'office set': {
    required: ['office'],
    optional: Object.fromEntries(SETTING_FIELDS.map((field) => [SETTING_WORDS[field].option, ''])),
    run: async (db, option) => {
      const where = await officeOf(db, option('office'));
      const before = await readSettings(db, where);
      const { office, settings } = readSettingOptions(option, before.attention);
      await transact(db, (trx) => changeOffice(trx, where, office, operatorAsAuthor()));
      await setSettings(db, systemClock, where.officeId, settings);
      return describeOffice(await readCompanyOffice(db, where), await readSettings(db, where));
    },
  },
  'office rename': {
    required: ['office', 'name'],
    optional: {},
    run: async (db, option) => {
      const where = await officeOf(db, option('office'));
      const { name } = readSettingOptions((each) => (each === 'name' ? option('name') : ''), {} as never).office;
      const before = await readCompanyOffice(db, where);
      await transact(db, (trx) => changeOffice(trx, where, { name }, operatorAsAuthor()));
      return `Office ${where.officeId}: ${option('name')}; before: ${before.name}.`;
    },
  },
  'office close': {
    required: ['office'],
    optional: {},
    run: async (db, option) => {
      const where = await officeOf(db, option('office'));
      const { phones, office } = await transact(db, (trx) => closeIn(trx, where, operatorAsAuthor()));
      const open = office.openOrders > 0 ? ` ${office.openOrders} orders stay open.` : '';
      return `Office ${where.officeId} closed: everything can be read, nothing changed. ${phones} phones disconnected.${open}`;
    },
  },
  'office reopen': {
    required: ['office'],
    optional: {},
    run: async (db, option) => {
      const where = await officeOf(db, option('office'));
      await transact(db, (trx) => reopenIn(trx, where, operatorAsAuthor()));
      return `Office ${where.officeId} is open. Phones have to be connected again.`;
    },
  },
  'office delete': {
    required: ['office'],
    optional: {},
    run: async (db, option) => {
      const where = await officeOf(db, option('office'));
      const refusal = `The office ${where.officeId} has people, couriers, orders or imports. Only an empty one can be deleted; close it with: office close --office ${where.officeId}`;
      await transact(db, (trx) => removeIn(trx, where, operatorAsAuthor(), refusal));
      return `Office ${where.officeId} deleted. Its id is free again.`;
    },
  },
};
