import { placeOperations, placeQuestion, type PlaceQuestion } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { ordersKeys } from './orders-keys.ts';

/** Shorter addresses are still being typed. */
const MIN_ADDRESS = 5;

/**
 * Where an address is. Its failures are only logged: the centre of the district is shown instead.
 * @param isWanted false for an order with a pin.
 */
export const placeQuery = (officeId: string, question: PlaceQuestion, isWanted: boolean) =>
  queryOptions({
    queryKey: ordersKeys.place(officeId, question),
    queryFn: ({ signal }) =>
      call(placeOperations['places.find'], { query: { officeId }, body: question, signal, logged: true, held: false }),
    enabled: isWanted && question.address.length >= MIN_ADDRESS && placeQuestion.safeParse(question).success,
    retry: false,
    staleTime: 60_000,
  });
