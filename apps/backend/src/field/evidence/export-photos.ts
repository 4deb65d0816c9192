import {
  EVIDENCE_KINDS,
  ORDER_STATES,
  PHOTO_SIZES,
  type PhotoExportTicket,
  type PhotoSize,
  ZIP_MEDIA_TYPE,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { issueTicket, redeemTicket } from '#orders/exports/export-tickets.ts';
import { nameOfFile, overQuota } from '#orders/exports/prepare-export.ts';
import { BYTE_ORDER_MARK, csvLine } from '#platform/files/csv-text.ts';
import { type StoredEntry, type ZipEntry, zipStream } from '#platform/files/zip-stream.ts';
import { type FileAnswer } from '#platform/http/file-answer.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { toEvidenceOfOrder } from './evidence-row.ts';
import { photosWithOrders } from './list-evidence.ts';
import { asciiName, bytesOfPhoto } from './read-file.ts';

/** The largest stored size. */
const SIZE = (Object.keys(PHOTO_SIZES) as PhotoSize[]).reduce((one, other) =>
  PHOTO_SIZES[other] > PHOTO_SIZES[one] ? other : one,
);

const zipName = (dispatcher: Dispatcher, now: Date): string => nameOfFile('fotos', dispatcher, 'zip', now);

/**
 * @returns a ticket for an archive of these photos.
 * @throws Refusal not-found if the office lacks one of them; unprocessable for more orders than are left of the person's
 * daily limit.
 */
export async function preparePhotos(
  { db, clock, config }: FieldServices,
  dispatcher: Dispatcher,
  ids: readonly string[],
): Promise<PhotoExportTicket> {
  const photos = ids.map(Number);
  const { found, orders } = await db
    .selectFrom('evidence')
    .select([sql<number>`count(*)::float8`.as('found'), sql<number>`count(distinct order_id)::float8`.as('orders')])
    .where(inOffice(dispatcher))
    .where(sql<boolean>`id = any(${photos}::bigint[])`)
    .executeTakeFirstOrThrow();
  if (found === 0) throw notFound();
  if (found < photos.length)
    throw conflict('Alguna de las fotos ya no existe; actualice la página y selecciónelas otra vez');
  const now = clock();
  const { date: day } = localOf(now, dispatcher.timeZone);
  const limit = config.exportOrdersPerDay;
  const issued = await issueTicket(db, dispatcher, { photos }, { day, orders, limit, now });
  if ('left' in issued) throw overQuota(orders, issued.left, limit, day);
  const { ticket, expiresAt } = issued;
  return {
    ticket,
    fileName: zipName(dispatcher, now),
    photos: photos.length,
    orders,
    expiresAt: expiresAt.toISOString(),
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof photosWithOrders>['execute']>>[number];

/** `D0000012/2026-11-20_1405-entrega-7.jpg`: sorted by time within the folder of its order. */
function nameOf(row: Row, timeZone: string): string {
  const { date, time } = localOf(row.at, timeZone);
  const kind = asciiName(EVIDENCE_KINDS[row.kind].toLowerCase());
  return `${asciiName(row.order_code)}/${date}_${time.slice(0, 5).replace(':', '')}-${kind}-${row.id}.jpg`;
}

const HEADER = [
  'Archivo',
  'Código',
  'Estado',
  'Cliente',
  'Destinatario',
  'Dirección',
  'Distrito',
  'Repartidor',
  'Tipo',
  'Visita',
  'Tomada',
  'Recibida',
  'Agregada por',
  'Latitud',
  'Longitud',
  'Repetida de',
  'SHA-256 del original',
  'Observación',
] as const;

function indexLine(row: Row, { timeZone }: Dispatcher, file: string | null): string {
  const photo = toEvidenceOfOrder(row);
  const { order } = photo;
  const moment = (instant: Date): string => {
    const { date, time } = localOf(instant, timeZone);
    return `${date} ${time.slice(0, 5)}`;
  };
  return csvLine([
    file,
    order.code,
    ORDER_STATES[order.state],
    order.client.name,
    order.recipient,
    order.address,
    order.district.name,
    photo.courier?.name ?? null,
    EVIDENCE_KINDS[photo.kind],
    photo.attempt,
    moment(row.at),
    moment(row.arrived_at),
    photo.by.user,
    photo.place?.lat ?? null,
    photo.place?.lng ?? null,
    photo.sameAs?.code ?? null,
    photo.sha256,
    file === null ? 'El archivo no está disponible' : null,
  ]);
}

/** Reads each photo while the previous one is being sent, so that two are in memory at most. */
async function* withBytes(
  services: FieldServices,
  rows: readonly Row[],
): AsyncGenerator<{ row: Row; bytes: Buffer | undefined }> {
  const read = (row: Row | undefined) => {
    const reading = row && bytesOfPhoto(services, row, SIZE);
    // Its failure is thrown when it is awaited, unless the client has gone by then.
    reading?.catch(() => undefined);
    return reading;
  };
  let next = read(rows[0]);
  for (const [at, row] of rows.entries()) {
    const bytes = await next;
    next = read(rows[at + 1]);
    yield { row, bytes };
  }
}

async function* entriesOf(
  services: FieldServices,
  dispatcher: Dispatcher,
  rows: readonly Row[],
  onSent: () => void,
): AsyncGenerator<ZipEntry | StoredEntry> {
  const lines = [BYTE_ORDER_MARK + csvLine(HEADER)];
  for await (const { row, bytes } of withBytes(services, rows)) {
    const name = nameOf(row, dispatcher.timeZone);
    lines.push(indexLine(row, dispatcher, bytes ? name : null));
    if (!bytes) continue;
    yield { name, bytes, changed: localOf(row.at, dispatcher.timeZone) };
    onSent();
  }
  yield { name: 'indice.csv', content: lines, changed: localOf(services.clock(), dispatcher.timeZone) };
}

/**
 * Redeems a ticket.
 * @returns the archive: a folder for each order, and at its end `indice.csv`. Its photos are read while it is sent.
 * Photos removed since are left out.
 * @throws Refusal not-found for a ticket not valid for this person and office now.
 */
export async function downloadPhotos(
  services: FieldServices,
  dispatcher: Dispatcher,
  ticket: string,
): Promise<FileAnswer> {
  const { db, clock } = services;
  const redeemed = await redeemTicket(db, dispatcher, ticket, clock(), 'photos');
  if (!redeemed) throw new Refusal('not-found', 'La descarga venció o ya se hizo; prepárela otra vez');
  const rows = await photosWithOrders(db, dispatcher)
    .where(sql<boolean>`evidence.id = any(${redeemed.request.photos}::bigint[])`)
    .orderBy('details.code')
    .orderBy('evidence.at')
    .orderBy('evidence.id')
    .execute();
  let sent = 0;
  const entries = entriesOf(services, dispatcher, rows, () => {
    sent += 1;
  });
  return {
    fileName: zipName(dispatcher, redeemed.at),
    mediaType: ZIP_MEDIA_TYPE,
    content: zipStream(entries),
    rows: () => sent,
  };
}
