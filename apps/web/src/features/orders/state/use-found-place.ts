import { type PlaceFound, placeOperations, placeQuestion, type PlaceQuestion } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { textOrNull } from '#shared/fields/form-changes.ts';
import { call } from '#shared/http/call.ts';
import { type OrderForm } from '../rules/order-form.ts';

/** Delay in milliseconds after the last key, to avoid a call of the geocoder per letter. */
const DEBOUNCE_MS = 700;

/** Shorter addresses are still being typed. */
const MIN_ADDRESS = 5;

const questionOf = (form: OrderForm): PlaceQuestion => ({
  client: textOrNull(form.clientName),
  recipient: textOrNull(form.recipientName),
  address: form.address.trim(),
  ubigeo: form.ubigeo,
});

/**
 * Its failures are only logged: the centre of the district is shown instead.
 * @returns where the address of a form without a pin is, once nothing has been typed for a moment.
 */
export function useFoundPlace(officeId: string, form: OrderForm): PlaceFound | undefined {
  const now = JSON.stringify(questionOf(form));
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [now]);
  const asked = JSON.parse(settled) as PlaceQuestion;
  const isComplete = asked.address.length >= MIN_ADDRESS && placeQuestion.safeParse(asked).success;
  const { data } = useQuery({
    queryKey: ['place', officeId, asked],
    queryFn: ({ signal }) =>
      call(placeOperations['places.find'], { query: { officeId }, body: asked, signal, logged: true, held: false }),
    enabled: form.point === null && isComplete,
    retry: false,
    staleTime: 60_000,
  });
  // Until the answer for a new address, the previous place would be wrong.
  return settled === now ? data : undefined;
}
