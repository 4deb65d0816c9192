import { districtOf, type OrderFields, type OrderInput } from '@despacho/contracts/dispatch';
import { Refusal } from '../refusal.ts';

/**
 * The place of an order: the coordinates given, otherwise its district's centre.
 * @throws Refusal invalid for a district that is not served.
 */
function placeOf({ address, reference, ubigeo, point }: OrderInput['place']): Partial<OrderFields> {
  const district = districtOf(ubigeo);
  if (!district) throw new Refusal('invalid', 'El distrito no es de los que se atienden', undefined, 'place.ubigeo');
  const { lat, lng } = point ?? district;
  return { address, reference, ubigeo, lat, lng, approximate: point === null };
}

/** @returns the fields for a person's input, without omitted ones. */
export function fieldsOfInput(input: Partial<OrderInput>): Partial<OrderFields> {
  const { client, recipient, place, window, ...plain } = input;
  return {
    ...plain,
    ...(client && { clientId: client.id, clientName: client.name, clientPhone: client.phone }),
    ...(recipient && { recipient: recipient.name, phone: recipient.phone }),
    ...(place && placeOf(place)),
    ...(window !== undefined && { windowFrom: window?.from ?? null, windowTo: window?.to ?? null }),
  };
}
