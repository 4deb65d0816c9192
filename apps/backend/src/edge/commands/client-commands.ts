import { codeKey, nameKey } from '@despacho/contracts';
import {
  CLIENT_CHANGES,
  clientEdit,
  type ClientInput,
  clientInput,
  CLIENT_COLUMN_KEYS,
  CLIENT_COLUMNS,
  type ClientLine,
} from '@despacho/contracts/dispatch';
import { readFile } from 'node:fs/promises';
import { findCompanyByRuc } from '#people/companies/read-storage.ts';
import { readClientHistory } from '#people/clients/client-changes.ts';
import { createClientIn, editClient, readClientDetails, setClientState } from '#people/clients/write-client.ts';
import { systemClock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { OPERATOR } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { storeClients } from '#work/clients/import-clients.ts';
import { judgeClients } from '#work/clients/judge-clients.ts';
import { mergeClientsIn } from '#work/clients/merge-clients.ts';
import { errorText } from '#work/imports/broken-text.ts';
import { parseTable } from '#work/imports/parse-table.ts';
import { type Command } from './command.ts';

type Option = (name: string) => string;

/** Lines and names shown at most; the numbers are complete. */
const SHOWN = 20;

/** @returns the operator as the author in a company. @throws Refusal with the companies to choose from. */
async function operatorOf(db: Database, ruc: string): Promise<Dispatcher> {
  const company = await findCompanyByRuc(db, ruc);
  if (!company) {
    const all = await db.selectFrom('companies').select(['ruc', 'name']).orderBy('name').limit(SHOWN).execute();
    const names = all.map((each) => `${each.ruc} (${each.name})`);
    throw new Refusal('not-found', `There is no company ${ruc}. Choose from ${names.join(', ') || 'none'}`);
  }
  return {
    ...OPERATOR,
    sub: '',
    charge: 'S',
    companyId: company.id,
    officeId: '',
    timeZone: 'America/Lima',
    dayTurnsAt: '05:00',
    isPerson: false,
  };
}

/** @returns why an import leaves a line out: the command creates clients and changes none. */
const whyLeft = (line: ClientLine): string =>
  line.ok ? `Ya está: ${line.known?.name} (${line.known?.code})` : errorText(line.errors, CLIENT_COLUMNS);

/** The operator has no office and no account. */
const author = ({ companyId, username, user }: Dispatcher) => ({
  companyId,
  username,
  user,
  officeId: null,
  sub: null,
});

const clientsOf = (db: Database, companyId: string) =>
  db.selectFrom('clients').selectAll().where('company_id', '=', companyId).where('merged_into', 'is', null);

/** @returns the client with a code in any spelling. @throws Refusal not-found. */
async function findByCode(db: Database, companyId: string, code: string): Promise<{ id: string; version: number }> {
  const rows = await clientsOf(db, companyId).execute();
  const row = rows.find((each) => codeKey(each.code) === codeKey(code));
  if (row) return row;
  const like = rows.filter((each) => nameKey(each.name).includes(nameKey(code))).slice(0, SHOWN);
  const choices = like.map((each) => `${each.code} (${each.name})`).join(', ');
  throw new Refusal(
    'not-found',
    `There is no client "${code}".${choices === '' ? ' See: client list' : ` Choose from ${choices}`}`,
  );
}

const inForm = (option: Option, value: unknown, text: () => string): string =>
  option('json') === 'yes' ? JSON.stringify(value, null, 2) : text();

/** @throws Refusal with the field that is wrong. */
function checked<T>(
  read: { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } },
): T {
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal('invalid', `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

/** @returns the UBIGEO of a district named by the operator; null without one. */
function ubigeoOf(text: string): string | null {
  if (text === '') return null;
  const found = DISTRICTS.find(text, undefined);
  if (found.kind === 'found') return found.district.ubigeo;
  const choices = found.kind === 'ambiguous' ? found.options : found.similar;
  const listed = choices.slice(0, SHOWN).map(({ ubigeo, name }) => `${ubigeo} (${name})`);
  throw new Refusal(
    'invalid',
    `--district "${text}" is not one district. Choose from ${listed.join(', ') || 'the UBIGEO'}`,
  );
}

/** Options of the fields of a client, besides its code. */
const FIELDS = { name: '', 'tax-id': '', contact: '', phone: '', email: '', address: '', district: '', terms: '' };

/** @returns the fields that the options give. */
function fieldsOf(option: Option): Partial<ClientInput> {
  const given = (name: string): boolean => option(name) !== '';
  const orNull = (name: string): string | null => (given(name) ? option(name) : null);
  const hasContact = given('contact') || given('phone') || given('email');
  if (hasContact && !given('contact') && !given('name'))
    throw new Refusal('invalid', '--phone and --email need --contact, the name of the person');
  if (given('district') && !given('address')) throw new Refusal('invalid', '--district needs --address');
  return {
    ...(given('name') && { name: option('name') }),
    ...(given('tax-id') && { taxId: option('tax-id') === '-' ? null : option('tax-id') }),
    ...(hasContact && {
      contacts: [
        { name: orNull('contact') ?? option('name'), role: null, phone: orNull('phone'), email: orNull('email') },
      ],
    }),
    ...(given('address') && {
      addresses: [
        {
          label: null,
          address: option('address'),
          reference: null,
          ubigeo: ubigeoOf(option('district')),
          point: null,
          hours: [],
        },
      ],
    }),
    ...(given('terms') && { terms: option('terms') === '-' ? null : option('terms') }),
  };
}

const setState =
  (active: boolean): Command['run'] =>
  async (db, option) => {
    const operator = await operatorOf(db, option('ruc'));
    const { id, version } = await findByCode(db, operator.companyId, option('code'));
    const client = await setClientState({ db, clock: systemClock }, author(operator), id, { version, active });
    return `${client.name} (${client.code}): ${client.active ? 'active' : 'disabled'}.`;
  };

/** By their two-word names. */
export const CLIENT_COMMANDS: Readonly<Record<string, Command>> = {
  'client list': {
    required: ['ruc'],
    optional: { search: '', state: 'all' },
    choices: { state: ['all', 'active', 'disabled'] },
    flags: ['json'],
    run: async (db, option) => {
      const { companyId } = await operatorOf(db, option('ruc'));
      const words = nameKey(option('search'));
      const rows = (await clientsOf(db, companyId).orderBy('code').execute())
        .filter(({ active }) => option('state') === 'all' || active === (option('state') === 'active'))
        .filter((each) => nameKey(`${each.name} ${each.code} ${each.tax_id}`).includes(words))
        .map(({ id, code, name, tax_id: taxId, active }) => ({ id, code, name, taxId: taxId || null, active }));
      return inForm(option, rows, () =>
        [
          ...rows.map(({ code, name, taxId, active }) =>
            [code, name, taxId ?? '-', active ? '' : 'disabled'].join('  ').trim(),
          ),
          `${rows.length} clients.`,
        ].join('\n'),
      );
    },
  },
  'client show': {
    required: ['ruc', 'code'],
    optional: {},
    flags: ['json'],
    run: async (db, option) => {
      const operator = await operatorOf(db, option('ruc'));
      const { id } = await findByCode(db, operator.companyId, option('code'));
      const client = await readClientDetails({ db }, operator, id);
      const { changes } = await readClientHistory({ db }, operator, id);
      return inForm(option, { ...client, history: changes }, () =>
        [
          `${client.name} (${client.code})${client.active ? '' : ', disabled'}`,
          `RUC or DNI: ${client.taxId ?? 'none'}`,
          ...client.contacts.map(
            ({ name, phone, email }) => `Contact: ${[name, phone, email].filter(Boolean).join(', ')}`,
          ),
          ...client.addresses.map(({ address, ubigeo }) => `Address: ${[address, ubigeo].filter(Boolean).join(', ')}`),
          `Terms: ${client.terms ?? 'none'}`,
          ...changes.slice(0, SHOWN).map(({ at, by, what }) => `${at}  ${CLIENT_CHANGES[what]}  ${by.user}`),
        ].join('\n'),
      );
    },
  },
  'client create': {
    required: ['ruc', 'name'],
    optional: { ...FIELDS, code: '', double: 'no' },
    choices: { double: ['yes', 'no'] },
    run: async (db, option) => {
      const operator = await operatorOf(db, option('ruc'));
      const empty = { code: null, taxId: null, contacts: [], addresses: [], terms: null };
      const input = checked(
        clientInput.safeParse({
          ...empty,
          ...fieldsOf(option),
          code: option('code') || null,
          double: option('double') === 'yes',
        }),
      );
      const made = await transact(db, (trx) => createClientIn(trx, author(operator), input, systemClock()));
      return `Client ${made.name} created, code ${made.code}.`;
    },
  },
  'client edit': {
    required: ['ruc', 'code'],
    optional: { ...FIELDS, 'new-code': '', double: 'no' },
    choices: { double: ['yes', 'no'] },
    run: async (db, option) => {
      const operator = await operatorOf(db, option('ruc'));
      const { id, version } = await findByCode(db, operator.companyId, option('code'));
      const changes = { ...fieldsOf(option), ...(option('new-code') !== '' && { code: option('new-code') }) };
      if (Object.keys(changes).length === 0)
        throw new Refusal(
          'invalid',
          `Nothing to change. Choose from --new-code, ${Object.keys(FIELDS)
            .map((name) => `--${name}`)
            .join(', ')}`,
        );
      const edit = checked(clientEdit.safeParse({ version, changes, double: option('double') === 'yes' }));
      const client = await editClient({ db, clock: systemClock }, author(operator), id, edit);
      return `Client ${client.name} (${client.code}) changed: ${Object.keys(changes).join(', ')}.`;
    },
  },
  'client disable': { required: ['ruc', 'code'], optional: {}, run: setState(false) },
  'client enable': { required: ['ruc', 'code'], optional: {}, run: setState(true) },
  'client merge': {
    required: ['ruc', 'from', 'into'],
    optional: { rename: 'no' },
    choices: { rename: ['yes', 'no'] },
    run: async (db, option) => {
      const operator = await operatorOf(db, option('ruc'));
      const from = await findByCode(db, operator.companyId, option('from'));
      const into = await findByCode(db, operator.companyId, option('into'));
      const body = {
        version: into.version,
        from: from.id,
        fromVersion: from.version,
        rename: option('rename') === 'yes',
      };
      const merged = await transact(db, (trx) =>
        mergeClientsIn(
          trx,
          { ...operator, ...author(operator), officeId: '', sub: '' },
          into.id,
          body,
          systemClock(),
          1_000_000_000,
        ),
      );
      const { name, code } = merged.client;
      return `${option('from')} merged into ${name} (${code}): ${merged.orders} orders moved, ${merged.renamed} references renamed.`;
    },
  },
  'client import': {
    required: ['ruc', 'file'],
    optional: { confirm: 'no' },
    choices: { confirm: ['yes', 'no'] },
    paths: ['file'],
    flags: ['json'],
    run: async (db, option) => {
      const operator = await operatorOf(db, option('ruc'));
      const bytes = await readFile(option('file')).catch(() => {
        throw new Refusal('invalid', `${option('file')} cannot be read`);
      });
      const parsed = parseTable({ table: 'clients', bytes, context: { province: undefined } });
      if (parsed.kind === 'too-complex') throw new Refusal('invalid', 'The file has more data than can be read');
      if (parsed.kind === 'unreadable') throw new Refusal('invalid', `${parsed.why}. ${parsed.remedy}`);
      const judged = await judgeClients(db, operator.companyId, parsed.lines);
      const isNew = ({ shown }: (typeof judged)[number]) => shown.ok && shown.known === null;
      const lines = judged.filter(isNew).flatMap(({ stored }) => stored ?? []);
      const left = judged.flatMap((each) => (isNew(each) ? [] : { ...each.shown, why: whyLeft(each.shown) }));
      const isDone = option('confirm') === 'yes' && lines.length > 0;
      if (isDone) await transact(db, (trx) => storeClients(trx, author(operator), lines, systemClock()));
      const known = CLIENT_COLUMN_KEYS.filter((key) => parsed.layout.columns.some((column) => column.key === key));
      return inForm(option, { created: isDone ? lines.length : 0, fresh: lines.length, left }, () =>
        [
          `Columns: ${known.map((key) => CLIENT_COLUMNS[key].header).join(', ')}.`,
          isDone ? `${lines.length} clients created.` : `${lines.length} clients would be created; add --confirm yes.`,
          ...left.slice(0, SHOWN).map(({ line, name, why }) => `Line ${line} (${name}): ${why}`),
          ...(left.length > SHOWN ? [`… ${left.length - SHOWN} more lines left out.`] : []),
        ].join('\n'),
      );
    },
  },
};
