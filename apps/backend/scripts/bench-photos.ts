import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../src/platform/database/open-database.ts';
import { findAlike } from '../src/field/evidence/find-alike.ts';
import { computing, inTurns, report } from './bench/in-turns.ts';

/*
 * Comparing a new picture with those of an office: how much more do 100,000 photos of the last 90 days cost than 1,000?
 * Also in an office where half of the photos share a band, as pictures of one wall would.
 */
const SMALL = 1000;
const LARGE = 100_000;
const MAX_RATIO = 2;
const ROUNDS = 15;
/** Comparisons per measurement. */
const CHECKS = 100;

const folder = await mkdtemp(join(tmpdir(), 'despacho-photos-'));

/** Adds photos with random hashes. @param shared whether every second one has the same first band. */
async function fill(db: Database, office: string, count: number, shared: boolean): Promise<void> {
  await db
    .insertInto('offices')
    .values({ id: office, company_id: 'norte', name: office, time_zone: 'America/Lima' })
    .execute();
  const digits = (part: string) => sql`substr(md5(${office}::text || ${sql.lit(part)} || n), 1, 4)`;
  await sql`
    insert into evidence (company_id, office_id, upload, order_id, ubigeo, attempt, kind, at, device_at, arrived_at, file,
      width, height, bytes, sha256, by_username, by_user, checked_at, picture_hash)
    select 'norte', ${office}, n::text, n, '150122', 1, 'entrega', at, at, at, 'f' || n, 1600, 1200, 60000,
      md5(n::text), 'ana', 'Ana', at,
      case when ${shared} and n % 2 = 0 then 'abcd' else ${digits('a')} end || ${digits('b')} || ${digits('c')} || ${digits('d')}
    from (
      select n, now() - n * interval '1 second' as at from generate_series(1, ${count}::integer) as n
    ) as photos`.execute(db);
}

const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder }, (lost) => {
  throw lost;
});
try {
  await db
    .insertInto('companies')
    .values({ id: 'norte', ruc: '20600000011', name: 'Norte', storage_quota: 1 })
    .execute();
  await fill(db, 'small', SMALL, false);
  await fill(db, 'large', LARGE, false);
  await fill(db, 'small wall', SMALL, true);
  await fill(db, 'large wall', LARGE, true);
  // As the service does after many changes.
  await sql`vacuum (analyze)`.execute(db);
  const compare = (office: string, first: string) => () =>
    computing(async () => {
      for (let at = 0; at < CHECKS; at += 1) {
        const rest = (at * 7_919).toString(16).padStart(12, '0');
        await findAlike(db, office, [first + rest], { orderId: 0, visit: null, arrivedAt: new Date() });
      }
    });
  report(
    `${CHECKS} comparisons, ${SMALL} and ${LARGE} photos`,
    await inTurns(ROUNDS, compare('small', '1234'), compare('large', '1234')),
    MAX_RATIO,
  );
  report(
    'the same, half of the photos share a band',
    await inTurns(ROUNDS, compare('small wall', 'abcd'), compare('large wall', 'abcd')),
    MAX_RATIO,
  );
} finally {
  await close();
  await rm(folder, { recursive: true, force: true });
}
