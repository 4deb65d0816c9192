import {
  MAX_TRAIL_FILE,
  TRAIL_DAYS,
  TRAIL_KINDS,
  type TrailEntryView,
  trailSearch,
} from '@despacho/contracts/dispatch';
import { open } from 'node:fs/promises';
import { systemClock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { OPERATOR } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { trailFile } from '#people/trail/export-trail.ts';
import { entriesOf, filtersOf } from '#people/trail/list-trail.ts';
import { recordTrail } from '#people/trail/record-trail.ts';
import { type Commands } from './command.ts';
import { inForm, table } from './print.ts';

/** Entries that `trail list` prints at most; `trail export` writes more into a file. */
const MAX_LISTED = 1000;

const FILTERS = { person: '', kind: '', address: '', office: '', since: '', until: '' };

const LETTERS = {
  person: 'persona',
  kind: 'tipo',
  address: 'direccion',
  office: 'oficina',
  since: 'desde',
  until: 'hasta',
} as const;

type Option = (name: string) => string;

/** @throws Refusal invalid, with the kinds to choose from. */
function searchOf(option: Option) {
  const given = Object.entries(LETTERS).flatMap(([name, field]) =>
    option(name) === '' ? [] : [[field, option(name)] as const],
  );
  const read = trailSearch.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  const field = String(read.error.issues[0]?.path[0]);
  const [name = field] = Object.entries(LETTERS).find(([, each]) => each === field) ?? [];
  const choices = name === 'kind' ? `. Choose from ${Object.keys(TRAIL_KINDS).join(', ')}` : '';
  const form = name === 'since' || name === 'until' ? '. Write a day as 2026-11-20' : '';
  throw new Refusal('invalid', `--${name} may not be "${option(name)}"${choices}${form}`);
}

function countOf(text: string, name: string, least: number, most: number): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < least || count > most)
    throw new Refusal('invalid', `--${name} must be a number from ${least} to ${most}`);
  return count;
}

async function companyOf(db: Database, ruc: string) {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'name', 'trail_days as days'])
    .where('ruc', '=', ruc)
    .executeTakeFirst();
  if (company) return company;
  const rows = await db.selectFrom('companies').select('ruc').orderBy('ruc').limit(20).execute();
  throw new Refusal('not-found', `There is no company ${ruc}. Choose from ${rows.map((each) => each.ruc).join(', ')}`);
}

/** Days of a search are those of the company's first office. */
async function readerOf(db: Database, companyId: string) {
  const office = await db
    .selectFrom('offices')
    .select('time_zone')
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return { companyId, timeZone: office?.time_zone ?? 'America/Lima' };
}

const subjectText = ({ subject }: TrailEntryView): string =>
  subject ? `${subject.kind} ${subject.id}${subject.name === null ? '' : ` (${subject.name})`}` : '';

const HEAD = ['Id', 'At', 'Kind', 'Times', 'Office', 'User', 'About', 'Address'];

const cellsOf = (entry: TrailEntryView): string[] => [
  entry.id,
  entry.at,
  entry.kind,
  String(entry.count),
  entry.officeId ?? '',
  entry.actor?.username ?? '',
  subjectText(entry),
  entry.address ?? '',
];

async function collect(entries: AsyncIterable<TrailEntryView>): Promise<TrailEntryView[]> {
  const all: TrailEntryView[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** Commands about the trails of companies. They read; only `retention` and the record of an export write. */
export const TRAIL_COMMANDS: Commands = {
  'trail list': {
    required: ['ruc'],
    optional: { ...FILTERS, limit: '50' },
    flags: ['json'],
    run: async (db, option) => {
      const search = searchOf(option);
      const most = countOf(option('limit'), 'limit', 1, MAX_LISTED);
      const { id } = await companyOf(db, option('ruc'));
      const entries = await collect(entriesOf(db, await readerOf(db, id), { search, most }));
      return inForm(option('json') !== '', entries, () => table(HEAD, entries.map(cellsOf), 'Nothing found.'));
    },
  },
  'trail show': {
    required: ['ruc', 'id'],
    optional: {},
    flags: ['json'],
    run: async (db, option) => {
      const place = countOf(option('id'), 'id', 1, Number.MAX_SAFE_INTEGER - 1);
      const { id } = await companyOf(db, option('ruc'));
      const reader = await readerOf(db, id);
      const [entry] = await collect(entriesOf(db, reader, { search: {}, most: 1, id: place }));
      if (!entry) throw new Refusal('not-found', `The company has no entry ${place}; it may have expired`);
      return inForm(option('json') !== '', entry, () =>
        Object.entries(entry)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('\n'),
      );
    },
  },
  'trail export': {
    required: ['ruc', 'to'],
    optional: { ...FILTERS, format: 'jsonl' },
    paths: ['to'],
    run: async (db, option) => {
      const format = option('format');
      if (format !== 'jsonl' && format !== 'csv')
        throw new Refusal('invalid', `--format may not be "${format}". Choose from jsonl, csv`);
      const search = searchOf(option);
      const { id, name } = await companyOf(db, option('ruc'));
      const reader = await readerOf(db, id);
      const file = await open(option('to'), 'wx', 0o600).catch((error: unknown) => {
        throw new Refusal('invalid', `The file cannot be created: ${(error as Error).message}`);
      });
      try {
        const actor = { id: null, username: OPERATOR.username, user: OPERATOR.user };
        const details = { format, filters: filtersOf(search) };
        await recordTrail(db, {
          companyId: id,
          officeId: null,
          kind: 'export.trail',
          actor,
          details,
          at: systemClock(),
        });
        let count = 0;
        const counted = async function* () {
          for await (const entry of entriesOf(db, reader, { search, most: MAX_TRAIL_FILE })) {
            count += 1;
            yield entry;
          }
        };
        for await (const text of trailFile(counted(), format, reader.timeZone)) await file.write(text);
        return `${count} entries of ${name} written to ${option('to')}.`;
      } finally {
        await file.close();
      }
    },
  },
  'trail retention': {
    required: ['ruc'],
    optional: { days: '' },
    flags: ['json'],
    run: async (db, option) => {
      const { id, name, days: before } = await companyOf(db, option('ruc'));
      if (option('days') === '')
        return inForm(
          option('json') !== '',
          { company: name, days: before },
          () => `${name} keeps its trail ${before} days.`,
        );
      const days = countOf(option('days'), 'days', TRAIL_DAYS.least, TRAIL_DAYS.most);
      if (days !== before)
        await db.transaction().execute(async (trx) => {
          await trx.updateTable('companies').set({ trail_days: days }).where('id', '=', id).execute();
          await recordTrail(trx, {
            companyId: id,
            officeId: null,
            kind: 'settings.changed',
            actor: { id: null, username: OPERATOR.username, user: OPERATOR.user },
            subject: { kind: 'company', id, name },
            details: { before: { trailDays: before }, after: { trailDays: days } },
            at: systemClock(),
          });
        });
      return inForm(
        option('json') !== '',
        { company: name, days, before },
        () => `${name} keeps its trail ${days} days; before: ${before}. Older entries are removed within an hour.`,
      );
    },
  },
};
