import { type PlaceFound, type PlaceQuestion } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { textOrNull } from '../../../shared/fields/form-changes.ts';
import { placeQuery } from '../api/place-query.ts';
import { type OrderForm } from '../rules/order-form.ts';

/** Delay in milliseconds after the last key, to avoid a call of the geocoder per letter. */
const DEBOUNCE_MS = 700;

const questionOf = (form: OrderForm): PlaceQuestion => ({
  client: textOrNull(form.clientName),
  recipient: textOrNull(form.recipientName),
  address: form.address.trim(),
  ubigeo: form.ubigeo,
});

/** @returns where the address of a form without a pin is, once nothing has been typed for a moment. */
export function useFoundPlace(officeId: string, form: OrderForm): PlaceFound | undefined {
  const now = JSON.stringify(questionOf(form));
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(now);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [now]);
  const asked = JSON.parse(settled) as PlaceQuestion;
  const { data } = useQuery(placeQuery(officeId, asked, form.point === null));
  // Until the answer for a new address, the previous place would be wrong.
  return settled === now ? data : undefined;
}
