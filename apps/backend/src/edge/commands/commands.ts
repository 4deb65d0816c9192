import {
  DEFAULT_MESSAGE,
  DEFAULT_REQUIREMENTS,
  type EvidenceKind,
  MAX_MESSAGE,
  MESSAGE_WORDS,
  phone as telephone,
  REQUIRABLE_KINDS,
  unknownWord,
} from '@despacho/contracts/dispatch';
import { VERSION } from '@despacho/server/version';
import process from 'node:process';
import { systemClock } from '#platform/clock.ts';
import { readDatabaseConfig } from '#platform/config.ts';
import { carryOver } from '#platform/database/migrate.ts';
import { type Database } from '#platform/database/open-database.ts';
import { createBackup } from '#upkeep/backup/create-backup.ts';
import { restoreBackup } from '#upkeep/backup/restore-backup.ts';
import { finishFormerTexts, requireFormerWorkDone } from '#upkeep/upgrade/finish-former-work.ts';
import { moveDatabase, requireFolder } from '#upkeep/move/move-database.ts';
import { createStore, pairStore } from '#field/evidence/open-store.ts';
import { type EvidenceStore } from '#field/evidence/evidence-store.ts';
import { type Sweep, sweepEvidence } from '#field/evidence/sweep.ts';
import { setSettings } from '#people/offices/courier-settings.ts';
import { type Person } from '#platform/person.ts';
import { Refusal } from '#platform/refusal.ts';
import { deleteTokensOf } from '#people/tokens/set-password.ts';
import { CLIENT_COMMANDS } from './client-commands.ts';
import { type Command } from './command.ts';
import { COURIER_COMMANDS } from './courier-commands.ts';
import { COMPANY_COMMANDS } from './company-commands.ts';
import { OFFICE_COMMANDS } from './office-commands.ts';
import { openForCommand } from './open-for-command.ts';
import { PASSWORD_COMMANDS, yesOrNo } from './password-commands.ts';
import { erasePersonNamed, purgeEvidence } from './personal-data.ts';
import { requireChargeOption, requireModuleOptions } from '#people/directory/known-modules.ts';
import { createUser } from '#people/directory/create-user.ts';
import { TRAIL_COMMANDS } from './trail-commands.ts';
import { USER_COMMANDS } from './user-commands.ts';
import { findForSignIn } from '#people/users/users-repository.ts';

/** Ids and names shown at most; the numbers are complete. */
const SHOWN = 20;

function sweepText({ photos, files, orphans, orphanBytes, missing }: Sweep, removed: boolean): string {
  const listed = (all: readonly (string | number)[]): string =>
    all.length === 0 ? '' : `: ${all.slice(0, SHOWN).join(', ')}${all.length > SHOWN ? ', …' : ''}`;
  return [
    `${photos} photos, ${files} files.`,
    `${orphans.length} files without a photo (${(orphanBytes / 1e6).toFixed(1)} MB)${removed ? ', removed' : ''}${listed(orphans)}.`,
    `${missing.length} photos without a file${listed(missing)}.`,
  ].join('\n');
}

const codesOf = (list: string): string[] => [...new Set(list.split(',').filter(Boolean))];

function kindsOf(list: string, allowed: readonly EvidenceKind[]): EvidenceKind[] {
  const codes = codesOf(list);
  const unknown = codes.find((code) => !allowed.some((kind) => kind === code));
  if (unknown !== undefined)
    throw new Refusal(
      'invalid',
      `There is no kind of photo "${unknown}" for that result. Choose from ${allowed.join(', ')}`,
    );
  return codes as EvidenceKind[];
}

/** @throws Refusal for an invalid telephone, or a message that is too long or has unknown words in braces. */
function checkContact({ phone, message }: { phone?: string | null | undefined; message?: string | null | undefined }) {
  if (typeof phone === 'string' && !telephone.safeParse(phone).success)
    throw new Refusal('invalid', `${phone} is not a telephone number`);
  if (typeof message !== 'string') return;
  if (message.length > MAX_MESSAGE)
    throw new Refusal('invalid', `The message is longer than ${MAX_MESSAGE} characters`);
  const unknown = unknownWord(message);
  const words = Object.keys(MESSAGE_WORDS).map((word) => `{${word}}`);
  if (unknown !== undefined)
    throw new Refusal('invalid', `The message may contain ${words.join(', ')}, but not ${unknown}`);
}

async function findUserOf(db: Database, office: string, username: string): Promise<Person> {
  const found = await findForSignIn(db, office, username);
  if (!found) throw new Refusal('not-found', `The office ${office} has no user ${username}`);
  return found.person;
}

/** The configured store, verified to be the one paired with the database. */
async function openStore(db: Database): Promise<EvidenceStore> {
  const store = createStore(readDatabaseConfig());
  await pairStore(db, store);
  return store;
}

/** By their two-word names. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...COMPANY_COMMANDS,
  ...OFFICE_COMMANDS,
  'office contact': {
    required: ['office'],
    optional: { phone: '', whatsapp: '' },
    run: async (db, option) => {
      // Without a value it stays as it is.
      const given = (name: string) =>
        option(name) === '' ? undefined : option(name) === '-' ? null : option(name).trim();
      const contact = { phone: given('phone'), message: given('whatsapp') };
      checkContact(contact);
      const { phone, message } = await setSettings(db, systemClock, option('office'), contact);
      return `Office ${option('office')}: telephone ${phone ?? 'none'}; message: ${message ?? DEFAULT_MESSAGE}`;
    },
  },
  'office photos': {
    required: ['office'],
    optional: { delivered: DEFAULT_REQUIREMENTS.delivered.join(','), failed: '' },
    run: async (db, option) => {
      const requirements = {
        delivered: kindsOf(option('delivered'), REQUIRABLE_KINDS.delivered),
        failed: kindsOf(option('failed'), REQUIRABLE_KINDS.failed),
      };
      await setSettings(db, systemClock, option('office'), requirements);
      const listed = (kinds: readonly string[]): string => kinds.join(', ') || 'no photo';
      return `Couriers of ${option('office')} must take: ${listed(requirements.delivered)} when delivered; ${listed(requirements.failed)} when not delivered.`;
    },
  },
  'user create': {
    required: ['office', 'username', 'name'],
    optional: { charge: 'A', modules: '', temporary: 'no' },
    takesPassword: true,
    run: async (db, option, password) => {
      const modules = codesOf(option('modules'));
      const charge = option('charge');
      requireChargeOption(charge);
      requireModuleOptions(modules);
      const id = await createUser(db, systemClock, {
        officeId: option('office'),
        username: option('username'),
        name: option('name'),
        charge,
        modules,
        password,
        temporary: yesOrNo('temporary', option('temporary')),
      });
      return `User ${option('username')} of ${option('office')} created, id ${id}.`;
    },
  },
  ...PASSWORD_COMMANDS,
  ...USER_COMMANDS,
  ...TRAIL_COMMANDS,
  'user revoke-tokens': {
    required: ['office', 'username'],
    optional: {},
    run: async (db, option) => {
      const person = await findUserOf(db, option('office'), option('username'));
      return `${await deleteTokensOf(db, person.id)} tokens of ${person.username} revoked.`;
    },
  },
  ...CLIENT_COMMANDS,
  'evidence sweep': {
    required: [],
    optional: { remove: 'no' },
    choices: { remove: ['yes', 'no'] },
    run: async (db, option) => {
      const remove = option('remove') === 'yes';
      const store = await openStore(db);
      return sweepText(await sweepEvidence(db, store, { now: systemClock(), remove }), remove);
    },
  },
  ...COURIER_COMMANDS,
  'evidence purge': {
    required: ['before'],
    optional: { office: '', confirm: 'no' },
    choices: { confirm: ['yes', 'no'] },
    run: async (db, option, _password, logger) =>
      purgeEvidence({ db, logger, clock: systemClock, evidence: await openStore(db) }, option),
  },
  'backup create': {
    required: ['to'],
    optional: {},
    paths: ['to'],
    run: async (db, option) => {
      const services = { db, clock: systemClock, evidence: await openStore(db) };
      const { rows, files, copied, left } = await createBackup(services, readDatabaseConfig(), option('to'));
      return [
        `Backup written to ${option('to')}: ${rows['order_details'] ?? 0} orders, ${rows['evidence'] ?? 0} photos in ${files} files, ${copied} of them new.`,
        ...(left.length > 0 ? [`Not in it, because another role owns them: ${left.join(', ')}.`] : []),
      ].join('\n');
    },
  },
  'backup restore': {
    required: ['from'],
    optional: {},
    paths: ['from'],
    run: () => Promise.reject(new Refusal('conflict', 'Stop the service first.')),
    runAlone: async (config, option) => {
      const { manifest, missing } = await restoreBackup(config, option('from'));
      const { at, rows, files } = manifest;
      return [
        `Restored the backup of ${at}: ${rows['order_details'] ?? 0} orders, ${rows['evidence'] ?? 0} photos in ${files} files.`,
        ...(missing.length > 0
          ? [`${missing.length} photos had no file in the backup: ${missing.slice(0, SHOWN).join(', ')}.`]
          : []),
        'Repeat the erasures of people made since.',
      ].join('\n');
    },
  },
  'database move': {
    required: [],
    optional: {},
    run: () => Promise.reject(new Refusal('conflict', 'Stop the service first.')),
    runAlone: async (config) => {
      const { rows, copied, missing } = await moveDatabase(config);
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      return [
        `Moved ${total} rows of ${Object.keys(rows).length} tables: ${rows['order_details'] ?? 0} orders, ${rows['evidence'] ?? 0} photos. Every table has the same rows on both sides.`,
        config.bucket ? `${copied} files of photos copied to the bucket.` : 'The photos stay in DATA_DIR.',
        ...(missing.length > 0
          ? [`${missing.length} photos have no file, as before: ${missing.slice(0, SHOWN).join(', ')}.`]
          : []),
        'Start the service with this DATABASE_URL. The embedded database is unchanged; delete it when you have a backup.',
      ].join('\n');
    },
  },
  'database upgrade': {
    required: [],
    optional: { photos: 'checked' },
    choices: { photos: ['checked', 'unchecked'] },
    run: () => Promise.reject(new Refusal('conflict', 'Stop the service first.')),
    runAlone: async (config, option) => {
      const leavesPhotos = option('photos') === 'unchecked';
      // Opening a folder without a database would create one.
      if (config.databaseUrl === undefined) await requireFolder(config.dataDir);
      const report = (sentence: string) => void process.stderr.write(`${sentence}.\n`);
      const { close } = await openForCommand(config, (db) =>
        carryOver(db, {
          before: (trx) => requireFormerWorkDone(trx, leavesPhotos),
          after: (trx) => finishFormerTexts(trx, report),
        }),
      );
      await close();
      return `The database is of release ${VERSION} now. Start the service.`;
    },
  },
  'person erase': {
    required: ['ruc'],
    optional: { office: '', document: '', phone: '', name: '', confirm: 'no' },
    choices: { confirm: ['yes', 'no'] },
    run: async (db, option, _password, logger) =>
      erasePersonNamed({ db, logger, clock: systemClock, evidence: await openStore(db) }, option),
  },
};

/** @returns the command with this name, if any. */
export const commandOf = (name: string): Command | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

/** @returns the commands about the same thing, such as `courier list`, by name. */
export const commandsAbout = (noun: string): string[] =>
  Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${noun} `))
    .sort();
