import { reviewOperations, type ReviewsPage } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Nested under the office's dispatch key. */
export const reviewsKey = (officeId: string) => ['dispatch', officeId, 'reviews'] as const;

/** The first page of pending visits, the oldest first, with the number of all. */
export const reviewsQuery = (officeId: string) =>
  queryOptions({
    queryKey: reviewsKey(officeId),
    queryFn: (context): Promise<ReviewsPage> =>
      call(reviewOperations['reviews.list'], { query: { officeId }, ...reading(context) }),
  });
