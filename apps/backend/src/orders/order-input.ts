import { districtOf, type OrderFields, type OrderInput } from '@despacho/contracts/dispatch';
import { Refusal } from '../refusal.ts';

/**
 * The place of an order: the one that was told, else the centre of its district.
 * @throws Refusal invalid for a district nobody delivers to.
 */
function placeOf({ address, reference, ubigeo, point }: OrderInput['place']): Partial<OrderFields> {
  const district = districtOf(ubigeo);
  if (!district) throw new Refusal('invalid', 'El distrito no es de los que se atienden', undefined, 'place.ubigeo');
  const { lat, lng } = point ?? district;
  return { address, reference, ubigeo, lat, lng, approximate: point === null };
}

/** @returns the fields that what a person told comes to; those not told are left out. */
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
