import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSERTION } from '@despacho/contracts/assertion';
import { MAX_COURIERS, MAX_RETIRED } from '@despacho/contracts/dispatch';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { report } from './bench/in-turns.ts';

/*
 * A table filled to its ceiling: while one person reads the list of an office's couriers with 12 requests at once, how
 * long do reads of another company take? The service runs in a separate process.
 */
const READERS = 12;
const READS = 150;
const MAX_RATIO = 2;
const KEY = 'a key of the benchmark that is long enough';
const RUCS = { norte: '20600000011', sur: '20600000029' };
const ORDERS = 500;

const folder = await mkdtemp(join(tmpdir(), 'despacho-ceilings-'));

async function fill(): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: folder }, (lost) => {
    throw lost;
  });
  for (const [company, ruc] of Object.entries(RUCS)) {
    await db.insertInto('companies').values({ id: company, ruc, name: company, storage_quota: 1 }).execute();
    await db
      .insertInto('offices')
      .values({ id: company, company_id: company, name: company, time_zone: 'America/Lima' })
      .execute();
  }
  await sql`
    insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
      capacity_grams, state, created_at)
    select 'norte', 'norte', rpad('C' || n, 120, 'x'), 'moto',
      array(select lpad(z::text, 6, '0') from generate_series(1, 100) as z), '08:00', '20:00', 30, 30000,
      case when n > ${MAX_COURIERS} then 'retirado' else 'activo' end, now()
    from generate_series(1, ${MAX_COURIERS + MAX_RETIRED}::integer) as n`.execute(db);
  await sql`
    insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
      approximate, date, packages, weight_grams, priority, created_at)
    select 'sur', 'sur', 'D' || n, 'Bodega', 'Persona', 'Calle ' || n, '150122', -12, -77, false, '2026-11-20', 1, 1000,
      'normal', now()
    from generate_series(1, ${ORDERS}::integer) as n`.execute(db);
  await sql`
    insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user,
      changed_what)
    select 'sur', id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from order_details`.execute(db);
  // As the service does after many changes.
  await sql`vacuum (analyze)`.execute(db);
  await close();
}

async function assertionOf(company: keyof typeof RUCS): Promise<string> {
  const claims = { sub: `${company}/ana`, username: 'ana', user: 'Ana', company: RUCS[company] };
  return new SignJWT({ ...claims, officeId: company, charge: 'D', modules: ['U01'] })
    .setProtectedHeader({ alg: ASSERTION.algorithm })
    .setIssuer(ASSERTION.issuer)
    .setAudience(ASSERTION.audience)
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION.maxLifetime}s`)
    .sign(new TextEncoder().encode(KEY));
}

const agent = new Agent({ keepAlive: true });

/** @returns the status and the milliseconds until the whole answer has arrived. */
async function read(url: string, company: keyof typeof RUCS, path: string) {
  const authorization = `Bearer ${await assertionOf(company)}`;
  const before = performance.now();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(`${url}/operations/${path}?officeId=${company}`, { agent, headers: { authorization } }, (response) => {
      response.on('end', () => resolve(response.statusCode)).on('error', reject);
      response.resume();
    })
      .on('error', reject)
      .end();
  });
  return { status, ms: performance.now() - before };
}

/** The 95th percentile of a company's reads, one after the other. */
async function p95(url: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < READS; at += 1) {
    const { status, ms } = await read(url, 'sur', 'orders');
    if (status !== 200) throw new Error(`The other company got ${status ?? 'no answer'}`);
    times.push(ms);
  }
  return times.sort((one, other) => one - other)[Math.floor(READS * 0.95)] ?? NaN;
}

await fill();
const service = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
  env: { PORT: '0', DATA_DIR: folder, OPERATIONS_KEY: KEY, LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  let output = '';
  let url: string | undefined;
  for await (const chunk of service.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    url = /"address":"([^"]+)".*"msg":"listening"/.exec(output)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`The service ended: ${output}`);
  service.stdout.resume();
  const at = url;
  await p95(at);
  const alone = await p95(at);
  const { ms } = await read(at, 'norte', 'couriers');
  let reading = true;
  let lists = 0;
  const readers = Array.from({ length: READERS }, async () => {
    while (reading) {
      // Those that wait too long are refused (429).
      if ((await read(at, 'norte', 'couriers')).status === 200) lists += 1;
    }
  });
  const beside = await p95(at);
  reading = false;
  await Promise.all(readers);
  report('p95 of another company’s list of orders', [alone, beside], MAX_RATIO);
  process.stdout.write(
    `  ${lists} lists of ${MAX_COURIERS} couriers were read meanwhile; one alone took ${ms.toFixed(0)} ms\n`,
  );
} finally {
  service.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
