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
import { CALL_COMMAND } from './call-command.ts';
import { type Command, type Commands } from './command.ts';
import { COMPANY_COMMANDS } from './company-commands.ts';
import { linkOfCourier } from './courier-link.ts';
import { openForCommand } from './open-for-command.ts';
import { erasePersonNamed, purgeEvidence } from './personal-data.ts';
import { USER_COMMANDS } from './user-commands.ts';

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

/** The configured store, verified to be the one paired with the database. */
async function openStore(db: Database): Promise<EvidenceStore> {
  const store = createStore(readDatabaseConfig());
  await pairStore(db, store);
  return store;
}

export const COMMANDS: Commands = {
  call: CALL_COMMAND,
  ...COMPANY_COMMANDS,
  ...USER_COMMANDS,
  'evidence sweep': {
    optional: { remove: 'no' },
    choices: { remove: ['yes', 'no'] },
    run: async (db, option) => {
      const remove = option('remove') === 'yes';
      const store = await openStore(db);
      return sweepText(await sweepEvidence(db, store, { now: systemClock(), remove }), remove);
    },
  },
  'courier link': {
    required: ['office'],
    optional: { name: '' },
    run: (db, option) =>
      linkOfCourier({ db, clock: systemClock }, { officeId: option('office'), name: option('name') }),
  },
  'evidence purge': {
    required: ['before'],
    optional: { office: '', confirm: 'no' },
    choices: { confirm: ['yes', 'no'] },
    run: async (db, option, _password, logger) =>
      purgeEvidence({ db, logger, clock: systemClock, evidence: await openStore(db) }, option),
  },
  'backup create': {
    required: ['to'],
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
    paths: ['from'],
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
    optional: { photos: 'checked' },
    choices: { photos: ['checked', 'unchecked'] },
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
