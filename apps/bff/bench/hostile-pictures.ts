import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { costlyPictures, pngOf } from '@despacho/tooling/pictures/costly-pictures';
import { ratiosOf, ROUND_MS } from './beside.ts';
import { startProduct } from './product.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/* One person sends ten pictures at a time that are expensive to decode: some are refused by their markers, the others
   are the most expensive ones that are allowed. Calls of another company are timed without and with it; only the ratio
   is significant. At the end the service is stopped in the middle of such pictures. */

const AT_ONCE = 10;
/** Largest allowed growth of the other company's p95, as a factor. */
const LIMIT = 2;
/** FINISH_SECONDS of the service, and the time to close its database. */
const GRACE_MS = 27_000;
/** A photo's order must have room for it. */
const ORDERS = 60;
const OTHER = { office: 'BENCH', user: 'rosa', password: 'una clave de prueba' };

const { port, service, command, stop } = await startProduct();
command([
  'office',
  'create',
  '--ruc',
  '20100047218',
  '--company',
  'Otra S.A.',
  '--id',
  OTHER.office,
  '--name',
  'Cusco',
]);
command(
  ['user', 'create', '--office', OTHER.office, '--username', OTHER.user, '--name', 'Rosa', '--modules', 'U01,T02'],
  `${OTHER.password}\n`,
);
const [other, hostile] = [new Visitor(port, 1), new Visitor(port, AT_ONCE)];
other.encoding = 'identity';
hostile.encoding = 'identity';
await signInToOurs(other, OTHER.user, OTHER.password, OTHER.office);
await signInToOurs(hostile, 'ana.torres', 'despacho');

const readJson = async <T>(visitor: Visitor, path: string, body?: object): Promise<T> => {
  const answer = await visitor.send(path, body, 'application/json', body ? randomUUID() : '');
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString()) as T;
};

const listed = await readJson<{ orders: { id: string }[] }>(hostile, '/api/orders?officeId=LIMA&limite=100');
const targets = listed.orders.map(({ id }) => id);
const own: string[] = [];
for (let count = 0; count < ORDERS; count++) {
  const order = await readJson<{ id: string }>(other, `/api/orders?officeId=${OTHER.office}`, {
    client: { id: null, name: 'Cliente de paso', phone: null },
    recipient: { name: 'José Peña', phone: '+51 987 654 321' },
    place: { address: 'Av. El Sol 345', reference: null, ubigeo: '080101', point: null },
    date: new Date().toISOString().slice(0, 10),
    window: null,
    packages: 1,
    weightGrams: 1500,
    clientReference: null,
    guide: null,
    note: null,
    collectDue: null,
    priority: 'normal',
  });
  own.push(order.id);
}

let sent = 0;
/** A different end makes it another file, and is not read. */
async function upload(
  visitor: Visitor,
  office: string,
  orders: string[],
  bytes: Buffer,
  type: string,
): Promise<number> {
  const order = orders[sent++ % orders.length] ?? '';
  const path = `/api/orders/${order}/evidence?officeId=${office}&kind=entrega`;
  return (await visitor.send(path, Buffer.concat([bytes, randomBytes(8)]), type, randomUUID())).status;
}

const costly = costlyPictures();
const kinds = ['a JPEG of 2,278 scans', 'a PNG of 16 bits', 'a JPEG of 100 scans'].flatMap(
  (kind) => costly[kind] ?? [],
);
const statuses = new Map<number, number>();

/** Ten uploads at a time until the round ends. */
async function attack(): Promise<void> {
  const end = performance.now() + ROUND_MS;
  const one = async (at: number): Promise<void> => {
    while (performance.now() < end) {
      const { bytes, type } = kinds[at % kinds.length] ?? { bytes: Buffer.alloc(0), type: '' };
      const status = await upload(hostile, 'LIMA', targets, bytes, type);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => one(at)));
}

const usual = pngOf({ width: 1600, height: 1200, colors: 6 });
const calls = {
  reads: async () => (await other.send(`/api/orders?officeId=${OTHER.office}&limite=20`)).status,
  'one photo': () => upload(other, OTHER.office, own, usual, 'image/png'),
  'one sign-in': async () => {
    const visitor = new Visitor(port, 1);
    await signInToOurs(visitor, OTHER.user, OTHER.password, OTHER.office);
    visitor.close();
    return 200;
  },
};
for (const [what, call] of Object.entries(calls)) {
  const ratio = await ratiosOf(call, attack);
  process.stdout.write(
    `  ${what} of another company: p50 ${ratio.p50.toFixed(2)}×, p95 ${ratio.p95.toFixed(2)}× of without (limit ${LIMIT}×)\n`,
  );
  if (ratio.p95 > LIMIT) process.exitCode = 1;
}
const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
process.stdout.write(`  answers to the pictures: ${counts}\n`);
// Refused by their markers, or stored: anything else would prove nothing.
if (!statuses.has(422) || !statuses.has(200)) process.exitCode = 1;

const last = attack().catch(() => undefined);
await sleep(1000);
const begun = performance.now();
await service.stop();
const took = performance.now() - begun;
process.stdout.write(
  `  the service stopped in the middle of it after ${(took / 1000).toFixed(1)} s (limit ${GRACE_MS / 1000} s)\n`,
);
if (took > GRACE_MS) process.exitCode = 1;
hostile.close();
other.close();
await last;
await stop();
