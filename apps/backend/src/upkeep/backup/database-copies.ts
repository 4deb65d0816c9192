import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { cp, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { programEnvironment } from '#platform/config.ts';
import { connect, type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countRows, type Manifest } from './manifest.ts';

/** Makes all files below a folder durable. */
async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const handle = await open(path.join(entry.parentPath, entry.name), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** Copies a folder durably; on file systems that can, without copying its blocks. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, errorOnExist: true, force: false, mode: constants.COPYFILE_FICLONE });
  await syncFiles(to);
}

/**
 * Copies the embedded database while its only connection is held: requests wait, about a second for 300 MB.
 * @param folder of the running database. @returns the number of rows by table.
 */
export function copyEmbedded(db: Database, folder: string, to: string): Promise<Manifest['rows']> {
  return db.connection().execute(async (held) => {
    const rows = await countRows(held);
    // Writes pending changes to the files, so that little of the log is replayed after a restore.
    await sql`checkpoint`.execute(held);
    await copyFolder(folder, to);
    return rows;
  });
}

/** The arguments that name the database, without the password, which the process list would show. */
function connectionOf(databaseUrl: string): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl);
  // The parameter takes precedence, as in the service's own connections.
  const parameter = url.searchParams.getAll('password').at(-1) ?? '';
  const password = parameter === '' ? decodeURIComponent(url.password) : parameter;
  url.password = '';
  url.searchParams.delete('password');
  return { url: url.href, env: programEnvironment(password === '' ? {} : { PGPASSWORD: password }) };
}

/** Runs a program of PostgreSQL. @throws Refusal with its error messages. */
async function runTool(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Refusal(
      'unavailable',
      `${program} is not installed. Install PostgreSQL's client programs, of the server's version or newer.`,
    );
  });
  if (code !== 0) throw new Refusal('unavailable', `${program} failed: ${errors.trim()}`);
}

/** Dumps the database of a server by pg_dump. @returns the number of rows by table, as of the same moment. */
export async function dumpServer(databaseUrl: string, file: string): Promise<Manifest['rows']> {
  const { url, env } = connectionOf(databaseUrl);
  // Its own connection: no statement timeout, and idle in its transaction while pg_dump works.
  const db = connect({ connectionString: databaseUrl, max: 1 });
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        const counts = await countRows(trx);
        // pg_dump would create it readable by others, and keeps the permissions of a file that exists.
        await writeFile(file, '', { flag: 'wx', mode: 0o600 });
        await runTool(
          'pg_dump',
          [
            '--format=custom',
            `--snapshot=${rows[0]?.id ?? ''}`,
            '--no-owner',
            '--no-privileges',
            `--file=${file}`,
            url,
          ],
          env,
        );
        return counts;
      });
  } finally {
    await db.destroy();
  }
}

/** Restores a dump into an empty database, completely or not at all. */
export async function restoreServer(databaseUrl: string, file: string): Promise<void> {
  const { url, env } = connectionOf(databaseUrl);
  await runTool(
    'pg_restore',
    [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      '--no-comments',
      `--dbname=${url}`,
      file,
    ],
    env,
  );
}
