import { randomUUID } from 'node:crypto';
import { type Operation } from '@despacho/contracts';
import { IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { type Client } from '@despacho/tooling/load/client';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { type Parts, SOUND } from '../../test/sound-requests.ts';
import { BUSY } from './world.ts';

const today = localOf(new Date(), 'America/Lima').date;

const csv = (header: string, count: number, line: (n: number) => string): Parts => ({
  query: { fileName: 'filas.csv' },
  rawBody: [header, ...Array.from({ length: count }, (_, n) => line(n))].join('\n'),
});

/** Reads without a filter. */
const WHOLE = [
  ...(['orders.map', 'orders.counts', 'orders.states', 'evidence.page', 'evidence.missing'] as const),
  ...(['people.list', 'attention.list', 'attention.history'] as const),
] satisfies OperationId[];

/** What replaces parts of the sound requests, so that they reach many rows. */
const LARGE: Partial<Record<OperationId, Parts>> = {
  ...Object.fromEntries(WHOLE.map((id) => [id, { query: {} }])),
  'orders.list': { query: { limite: '200' } },
  'trail.list': { query: { limite: '200' } },
  'trail.file': { query: { formato: 'csv' } },
  'couriers.retired': { query: { antes: '99999' } },
  'exports.prepare': { body: { format: 'csv', filter: {}, sort: 'codigo' } },
  'imports.preview': csv(
    'cliente;destinatario;direccion;distrito;fecha;nota',
    5000,
    (n) => `Bodega ${n};Ana ${n};Jr. Uno ${n};150101;${today.split('-').toReversed().join('/')};x`,
  ),
  'clients.importPreview': csv('Nombre;Código', 5000, (n) => `Botica ${n};B${n}`),
  'people.preview': csv('Nombre', 2000, (n) => `Persona nueva ${n}`),
  'couriers.preview': csv('Nombre;Placa', 2000, (n) => `Nuevo ${n};ABC-${n}`),
};

/** Ids of the sound requests that this world has otherwise. */
const ids = { c1: '5001', c2: '5002' } as Record<string, string>;

/** @returns a part of a request with the days and ids of this database. */
const here = <P>(part: P): P =>
  JSON.parse(JSON.stringify(part), (_, value: unknown) =>
    typeof value === 'string' ? (/^2026-11-2\d$/.test(value) ? today : (ids[value] ?? value)) : value,
  ) as P;

/** Sends an operation once; for a prepared export, its file too. @returns the status of the last answer. */
export async function sendOnce(client: Client, id: OperationId): Promise<number> {
  const operation = OPERATIONS[id] as Operation;
  const sound = (SOUND as Partial<Record<string, Parts>>)[id];
  const parts: Parts = { ...sound, ...LARGE[id] };
  const given = parts.id ?? '1';
  const to = operation.path.replace(/:\w+/g, encodeURIComponent(ids[given] ?? given));
  const search = new URLSearchParams({ ...(operation.query && { officeId: BUSY.office }), ...here(parts.query ?? {}) });
  const [type] = operation.upload ?? [];
  const json = parts.body === undefined ? undefined : here(parts.body as object);
  const body = parts.rawBody === undefined ? json : Buffer.from(parts.rawBody);
  const headers = {
    ...(operation.policy.repeatable && { [IDEMPOTENCY_HEADER]: randomUUID() }),
    ...(type !== undefined && { 'content-type': parts.rawBody?.startsWith('PK') ? type : 'text/csv' }),
  };
  const { status, body: answer } = await client.send(
    operation.method,
    search.size > 0 ? `${to}?${search.toString()}` : to,
    body,
    headers,
  );
  const { ticket } = (answer ?? {}) as { ticket?: string };
  if (id !== 'exports.prepare' || ticket === undefined) return status;
  const file = await client.get(`${OPERATIONS['exports.download'].path}?officeId=${BUSY.office}&ticket=${ticket}`);
  return file.status;
}
