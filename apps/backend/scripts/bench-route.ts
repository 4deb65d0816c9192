import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSERTION } from '@despacho/contracts/assertion';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { createApp } from '../src/app.ts';
import { replacePhone } from '../src/fleet/phones/phones-repository.ts';
import { computing, inTurns, report } from './bench/in-turns.ts';
import { openWorld } from './bench/world.ts';

/*
 * A courier's phone that polls its route of 30 stops on the embedded database: CPU of 200 polls with nothing changed,
 * beside 200 lookups of its session, the cheapest call. Both include the client's part, about 0.5 ms per call.
 */
const STOPS = 30;
const CALLS = 200;
const ROUNDS = 5;
const MAX_RATIO = 3;
const SESSION = hash('sha256', 'bench', 'base64url');
const KEY = 'a key of the bench, long enough for HS256';

const folder = await mkdtemp(path.join(tmpdir(), 'despacho-bench-'));
const { services, courierId, close } = await openWorld({ dataDir: folder }, 2000);
const { db, clock } = services;
const phone = { companyId: 'norte', officeId: 'N1', courierId: Number(courierId) };
await sql`
  update order_progress set state = 'en_ruta', courier_id = ${phone.courierId}, sequence = order_id
  where order_id in (select id from order_details order by date, id desc limit ${STOPS})`.execute(db);
await replacePhone(db, phone, { sessionHash: SESSION, name: 'bench' }, clock());
await sql`analyze`.execute(db);

const assertion = (): Promise<string> => {
  const now = Math.floor(clock().getTime() / 1000);
  return new SignJWT({ device: SESSION, deviceName: 'bench' })
    .setProtectedHeader({ alg: ASSERTION.algorithm, typ: 'JWT' })
    .setIssuer(ASSERTION.issuer)
    .setAudience(ASSERTION.fieldAudience)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION.lifetime)
    .sign(new TextEncoder().encode(KEY));
};
const app = createApp(
  { ...services, config: { ...services.config, operationsKeys: [KEY] } },
  new AbortController().signal,
);
const server = createServer((request, response) => app(request, response) as unknown);
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const { port } = server.address() as AddressInfo;

const calls = (operation: string) => async (): Promise<number> => {
  const Authorization = `Bearer ${await assertion()}`;
  return computing(async () => {
    for (let call = 0; call < CALLS; call++) {
      const answer = await fetch(`http://127.0.0.1:${port}/operations/field/${operation}`, {
        headers: { Authorization },
      });
      if (!answer.ok) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  });
};
try {
  report(`${CALLS} sessions and polls of a route`, await inTurns(ROUNDS, calls('session'), calls('route')), MAX_RATIO);
} finally {
  server.close();
  server.closeAllConnections();
  await close();
  await rm(folder, { recursive: true, force: true });
}
