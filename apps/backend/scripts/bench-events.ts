import { sql } from 'kysely';
import { type Database, openDatabase } from '../src/database/open-database.ts';
import { newestPositions, readAfter } from '../src/events/events-repository.ts';
import { assertionOf } from '../test/assertions.ts';
import { EventReader } from '../test/event-reader.ts';
import { createDatabase } from '../test/postgres-server.ts';
import { ServiceProcess } from '../test/service-process.ts';
import { inTurns, report } from './bench/in-turns.ts';
import { serverComputing, startServer } from './bench/server-computing.ts';

/*
 * Live updates on PostgreSQL: the cost of a poll by length of the event log, as a ratio, and the time until an event of
 * one service is delivered by another. Takes the length of the long log as an argument (default: ten million).
 */
const FEW = 100_000;
const MANY = Number(process.argv[2] ?? 10_000_000);
const MAX_RATIO = 1.2;
const ROUNDS = 15;
const POLLS = 200;
const WRITES = 200;
/** The p50 with polling alone, in milliseconds: half of the poll interval of one second, plus the read. */
const POLLED_P50_MS = 561;

/** Offices of the polling person, and of another company. Each of its offices has a tenth of all events. */
const OWN = ['N1', 'N2', 'N3'];
const OTHERS = ['A1', 'N2B', 'S1', 'S2'];
/** New events per office and poll. */
const NEW = 3;

async function openLog(databaseUrl: string, events: number): Promise<{ db: Database; close: () => Promise<void> }> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, (lost) => {
    throw lost;
  });
  const companies = ['norte', 'sur'].map((id) => ({ id, ruc: id, name: id, storage_quota: 1 }));
  await db.insertInto('companies').values(companies).execute();
  const officesOf = (company_id: string, ids: string[]) =>
    ids.map((id) => ({ id, company_id, name: id, time_zone: 'America/Lima' }));
  await db
    .insertInto('offices')
    .values([...officesOf('norte', OWN), ...officesOf('sur', OTHERS)])
    .execute();
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own);
    for (const [offices, share] of [
      [OWN, 0.1],
      [OTHERS, 0.9],
    ] as const)
      for (const office of offices) {
        const count = Math.round((events * share) / offices.length);
        await sql`
          insert into events (office_id, position, type, at, data)
          select ${office}, n, 'order.changed', now(), jsonb_build_object('order', n)
          from generate_series(1, ${count}::bigint) as n`.execute(own);
        await own.updateTable('offices').set({ event_position: count }).where('id', '=', office).execute();
      }
    await sql`vacuum (analyze)`.execute(own);
    await sql`checkpoint`.execute(own);
    await sql`reset statement_timeout`.execute(own);
  });
  return { db, close };
}

/**
 * Polls as the streams of a person with all offices of the company would. @returns CPU milliseconds of client and
 * server.
 */
async function polls(log: Database): Promise<number> {
  // On one connection: the CPU time of a connection that the pool closes could not be read.
  const measure = (db: Database) =>
    serverComputing(db, async () => {
      for (let poll = 0; poll < POLLS; poll++) {
        let found = 0;
        for (const [office, newest] of await newestPositions(db, OWN))
          found += (await readAfter(db, office, newest - NEW, 200)).length;
        if (found !== OWN.length * NEW) throw new Error(`A poll found ${found} events`);
      }
    });
  return log.connection().execute(measure);
}

/** @returns milliseconds from sending a change to one service until another delivers its event, sorted. */
async function deliveries(databaseUrl: string): Promise<number[]> {
  const services = [1, 2].map(() => new ServiceProcess({ DATABASE_URL: databaseUrl, DEMO: '1' }));
  try {
    const [one = '', two = ''] = await Promise.all(services.map((each) => each.listening()));
    const login = await fetch(`${one}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=despacho`);
    const { token } = (await login.json()) as { token: string };
    const credentials = await fetch(`${one}/legacy/base/auth/credentials?token=${token}`);
    const { ruc: company } = (await credentials.json()) as { ruc: string };
    const claims = {
      sub: 'LIMA/a',
      username: 'a',
      user: 'A',
      company,
      officeId: 'LIMA',
      charge: 'A',
      modules: ['G01'],
    };
    const took: number[] = [];
    while (took.length < WRITES) {
      const assertion = await assertionOf(claims, { from: new Date() });
      const reader = await new EventReader().open(`${two}/operations/events`, assertion);
      await reader.until(() => reader.cursor !== '');
      // Stay within the one-minute lifetime of a stream.
      for (let write = 0; write < WRITES / 4; write++) {
        const before = reader.data.length;
        const sent = performance.now();
        const save = await fetch(`${one}/legacy/api/permission/1003`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ permissionsList: [{ module: write % 2 === 0 ? 'D01' : 'D02' }] }),
        });
        if (save.status !== 200) throw new Error(`A change was answered ${save.status}`);
        await reader.until(() => reader.data.length > before);
        took.push(performance.now() - sent);
      }
      reader.close();
    }
    return took.toSorted((a, b) => a - b);
  } finally {
    await Promise.all(services.map((each) => each.stop('SIGTERM')));
  }
}

const server = await startServer();
try {
  const few = await openLog(await createDatabase(server.url, 'few'), FEW);
  const many = await openLog(await createDatabase(server.url, 'many'), MANY);
  process.stdout.write(`  ${FEW} events against ${MANY}\n`);
  report(
    `${POLLS} polls`,
    await inTurns(
      ROUNDS,
      () => polls(few.db),
      () => polls(many.db),
    ),
    MAX_RATIO,
  );
  await Promise.all([few.close(), many.close()]);
  const took = await deliveries(await createDatabase(server.url, 'served'));
  const at = (share: number) => took[Math.floor(took.length * share)] ?? NaN;
  const [p50, p95] = [at(0.5), at(0.95)];
  process.stdout.write(
    `  from a change at one service to its delivery by another: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms\n`,
  );
  if (p50 > POLLED_P50_MS / 2) process.exitCode = 1;
} finally {
  await server.stop();
}
process.exit();
