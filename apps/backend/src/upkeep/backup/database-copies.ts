import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { cp, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { programEnvironment } from '#platform/config.ts';
import { connect, type Database } from '#platform/database/open-database.ts';
import { EXTENSIONS, foreignRelations } from '#platform/database/own-tables.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
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

/** Runs a program of PostgreSQL. @returns what it printed. @throws Refusal with its error messages. */
async function runTool(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
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
  return printed;
}

/** @returns a name as a pattern of pg_dump that matches nothing else. */
const exactly = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What a copy of a database contains. */
interface Copied {
  /** Number of rows by table, as of the same moment. */
  rows: Manifest['rows'];
  /** Tables, views and sequences of other roles in our schema, which are not copied. */
  left: string[];
}

/**
 * Dumps our schema and our extensions by pg_dump. Other schemas and extensions, and objects of other roles in our
 * schema may be unreadable here, and unknown where the backup is restored.
 */
export async function dumpServer(databaseUrl: string, file: string): Promise<Copied> {
  const { url, env } = connectionOf(databaseUrl);
  // Its own connection: no statement timeout, and idle in its transaction while pg_dump works.
  const db = connect({ connectionString: databaseUrl, max: 1 });
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { rows: states } = await sql<{ id: string; schema: string }>`
          select pg_export_snapshot() as id, current_schema() as schema`.execute(trx);
        const { id = '', schema = '' } = states[0] ?? {};
        const [rows, left] = [await countRows(trx), await foreignRelations(trx)];
        // pg_dump would create it readable by others, and keeps the permissions of a file that exists.
        await writeFile(file, '', { flag: 'wx', mode: 0o600 });
        await runTool(
          'pg_dump',
          [
            '--format=custom',
            `--snapshot=${id}`,
            `--schema=${exactly(schema)}`,
            ...EXTENSIONS.map((name) => `--extension=${name}`),
            ...left.map((name) => `--exclude-table=${exactly(schema)}.${exactly(name)}`),
            '--no-owner',
            '--no-privileges',
            `--file=${file}`,
            url,
          ],
          env,
        );
        return { rows, left };
      });
  } finally {
    await db.destroy();
  }
}

/** Our objects in a dump. */
interface Contents {
  schema: string;
  extensions: string[];
  /** Lines of pg_restore's list of what is to be restored. */
  lines: string[];
  /** Tables of other roles, which dumps of earlier versions may contain. */
  foreign: string[];
}

/**
 * Reads what a dump contains: our extensions, and in our schema the objects of our owner. A dump of an earlier version also
 * contains what others have in the database. @throws Refusal for a file that is no dump of this service.
 */
export async function readDump(file: string): Promise<Contents> {
  const all = (await runTool('pg_restore', ['--list', file], programEnvironment({}))).split('\n');
  const [, schema = '', owner = ''] =
    all.map((line) => /^\d+; \d+ \d+ TABLE (.+) kysely_migration (.*)$/.exec(line)).find((found) => found !== null) ??
    [];
  if (schema === '') throw invalid(`${file} is no dump of a database of this service`);
  const entries = all.flatMap((line) => {
    const at = line.indexOf(` ${schema} `);
    const what = line.slice(0, at).replace(/^\d+; \d+ \d+ /, '');
    return at < 0 || line.startsWith(';') ? [] : [{ line, what, name: line.slice(at + schema.length + 2) }];
  });
  const extensions = EXTENSIONS.filter((name) => all.some((line) => line.trimEnd().endsWith(` EXTENSION - ${name}`)));
  return {
    schema,
    extensions,
    lines: [
      ...all.filter((line) => extensions.some((name) => line.trimEnd().endsWith(` EXTENSION - ${name}`))),
      ...entries.filter(({ name }) => name.endsWith(` ${owner}`)).map(({ line }) => line),
    ],
    foreign: entries
      .filter(({ what, name }) => what === 'TABLE' && !name.endsWith(` ${owner}`))
      .map(({ name }) => name.split(' ')[0] ?? ''),
  };
}

/** Restores our part of a dump into an empty database, completely or not at all. */
export async function restoreServer(databaseUrl: string, file: string, { lines }: Contents): Promise<void> {
  const { url, env } = connectionOf(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'despacho-restore-'));
  const list = path.join(folder, 'list');
  try {
    await writeFile(list, `${lines.join('\n')}\n`);
    const how = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
    await runTool('pg_restore', [...how, `--use-list=${list}`, `--dbname=${url}`, file], env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
