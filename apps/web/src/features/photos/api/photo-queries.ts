import { pathOf } from '@despacho/contracts';
import {
  type Evidence,
  type EvidenceFilter,
  type EvidenceKind,
  type EvidenceOfOrder,
  evidenceOperations,
  type EvidencePage,
  type PhotoSize,
} from '@despacho/contracts/dispatch';
import {
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { addressOf } from '../../../shared/http/address.ts';
import { call } from '../../../shared/http/call.ts';
import { reading, readingChanges } from '../../../shared/queries/reading.ts';

/** Query keys of an office's photos, nested under the office's dispatch key, so that invalidating that includes them. */
export const photosKeys = {
  all: (officeId: string) => ['dispatch', officeId, 'photos'] as const,
  walls: (officeId: string) => ['dispatch', officeId, 'photos', 'wall'] as const,
  ofOrder: (officeId: string, orderId: string) => ['dispatch', officeId, 'photos', 'order', orderId] as const,
};

/** The photos of an order, oldest first. */
export const photosOfOrderQuery = (officeId: string, orderId: string) =>
  queryOptions({
    queryKey: photosKeys.ofOrder(officeId, orderId),
    queryFn: (context) =>
      call(evidenceOperations['evidence.list'], { params: { id: orderId }, query: { officeId }, ...reading(context) }),
    staleTime: 60_000,
  });

/** The office's photos that match a filter, newest first, page by page. */
export const photosQuery = (officeId: string, filter: EvidenceFilter) =>
  infiniteQueryOptions({
    queryKey: [...photosKeys.walls(officeId), filter],
    queryFn: ({ pageParam, ...context }) =>
      call(evidenceOperations['evidence.page'], {
        query: { officeId, ...filter, ...(pageParam !== null && { cursor: pageParam }) },
        ...readingChanges(context),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: EvidencePage) => next,
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

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
  { orderId, kind, file }: { orderId: string; kind: EvidenceKind; file: File },
  idempotencyKey: string,
): Promise<Evidence> =>
  call(evidenceOperations['evidence.add'], {
    params: { id: orderId },
    query: { officeId, kind },
    upload: { content: file, mediaType: file.type },
    idempotencyKey,
  });
