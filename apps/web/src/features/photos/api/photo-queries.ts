import { pathOf } from '@despacho/contracts';
import {
  type Evidence,
  type EvidenceFilter,
  type EvidenceKind,
  type EvidenceOfOrder,
  evidenceOperations,
  type EvidencePage,
  MAX_ZIP_PHOTOS,
  type MissingPage,
  type PhotoExportTicket,
  photoExportOperations,
  type PhotoSize,
} from '@despacho/contracts/dispatch';
import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { addressOf } from '#shared/http/address.ts';
import { call } from '#shared/http/call.ts';
import { download } from '#shared/http/download.ts';
import { reading, readingChanges } from '#shared/queries/reading.ts';

/** Query keys of an office's photos, nested under the office's dispatch key, so that invalidating that includes them. */
export const photosKeys = {
  all: (officeId: string) => ['dispatch', officeId, 'photos'] as const,
  walls: (officeId: string) => ['dispatch', officeId, 'photos', 'wall'] as const,
  missing: (officeId: string) => ['dispatch', officeId, 'photos', 'missing'] as const,
  ofOrder: (officeId: string, orderId: string) => ['dispatch', officeId, 'photos', 'order', orderId] as const,
};

/** Refetches the photos of an office that are shown after one was added or removed, and the figure of the storage. */
export const refetchPhotos = (client: QueryClient, officeId: string): Promise<unknown> =>
  Promise.all([photosKeys.all(officeId), ['storage']].map((queryKey) => client.invalidateQueries({ queryKey })));

/** The photos of an order, oldest first. */
export const photosOfOrderQuery = (officeId: string, orderId: string) =>
  queryOptions({
    queryKey: photosKeys.ofOrder(officeId, orderId),
    queryFn: (context) =>
      call(evidenceOperations['evidence.list'], { params: { id: orderId }, query: { officeId }, ...reading(context) }),
    staleTime: 60_000,
  });

/** The office's photos that match a filter, newest first, page by page. @param byOrder grouped by order. */
export const photosQuery = (officeId: string, filter: EvidenceFilter, byOrder = false) =>
  infiniteQueryOptions({
    queryKey: [...photosKeys.walls(officeId), filter, byOrder],
    queryFn: ({ pageParam, ...context }) =>
      call(evidenceOperations['evidence.page'], {
        query: {
          officeId,
          ...filter,
          ...(byOrder && { vista: 'orden' as const }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        ...readingChanges(context),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: EvidencePage) => next,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** The closed orders that match a filter and lack a photo which the office demands, page by page. */
export const missingQuery = (officeId: string, given: EvidenceFilter) => {
  // What checks found is about photos that exist.
  const { observacion: _, ...filter } = given;
  return infiniteQueryOptions({
    queryKey: [...photosKeys.missing(officeId), filter],
    queryFn: ({ pageParam, ...context }) =>
      call(evidenceOperations['evidence.missing'], {
        query: { officeId, ...filter, ...(pageParam !== null && { cursor: pageParam }) },
        ...readingChanges(context),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: MissingPage) => next,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
};

/** @returns the office's photos that were loaded with any filter: a filter must not hide its own alternatives. */
export const loadedPhotos = (client: QueryClient, officeId: string): EvidenceOfOrder[] =>
  client
    .getQueriesData<InfiniteData<EvidencePage>>({ queryKey: photosKeys.walls(officeId) })
    .flatMap(([, data]) => data?.pages.flatMap(({ photos }) => photos) ?? []);

const fileAddress = (officeId: string, id: string, query: Record<string, string>): string =>
  `${addressOf(pathOf(evidenceOperations['evidence.file'], { id }))}?${new URLSearchParams({ officeId, ...query }).toString()}`;

/** @returns the URL of a photo, for an image. */
export const photoAddress = (officeId: string, id: string, size: PhotoSize): string =>
  fileAddress(officeId, id, { medida: size });

/** @returns the URL to download a photo in its largest size. */
export const downloadAddress = (officeId: string, id: string): string => fileAddress(officeId, id, { descarga: '1' });

/** Adds a photo to an order. @param idempotencyKey the same in each try, so that it is added once. */
export const addPhoto = (
  officeId: string,
  { orderId, kind, content, signal }: { orderId: string; kind: EvidenceKind; content: Blob; signal?: AbortSignal },
  idempotencyKey: string,
): Promise<Evidence> =>
  call(evidenceOperations['evidence.add'], {
    params: { id: orderId },
    query: { officeId, kind },
    upload: { content, mediaType: content.type },
    ...(signal && { signal }),
    idempotencyKey,
  });

/** Removes a photo. @param idempotencyKey as for `addPhoto`. */
export const removePhoto = (
  officeId: string,
  { id, why }: { id: string; why: string },
  idempotencyKey: string,
): Promise<unknown> =>
  call(evidenceOperations['evidence.remove'], { params: { id }, query: { officeId }, body: { why }, idempotencyKey });

/** Photos that can be downloaded together. */
export const MAX_SELECTED_PHOTOS = MAX_ZIP_PHOTOS;

/** Prepares an archive of photos, and lets the browser download it. @returns the content of the archive. */
export async function downloadPhotos(officeId: string, photos: string[]): Promise<PhotoExportTicket> {
  const ticket = await call(photoExportOperations['evidence.prepare'], { query: { officeId }, body: { photos } });
  const query = new URLSearchParams({ officeId, ticket: ticket.ticket }).toString();
  download(`${addressOf(pathOf(photoExportOperations['evidence.download'], {}))}?${query}`);
  return ticket;
}
