import { type OrderFields, type OrderInput } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { invalid } from '#platform/refusal.ts';

/**
 * The place of an order: the coordinates given, otherwise its district's centre.
 * @throws Refusal invalid for an unknown district.
 */
function placeOf({ address, reference, ubigeo, point }: OrderInput['place']): Partial<OrderFields> {
  const district = DISTRICTS.of(ubigeo);
  if (!district) throw invalid('No hay un distrito con ese UBIGEO', 'place.ubigeo');
  const { lat, lng } = point ?? district;
  return { address, reference, ubigeo, lat, lng, approximate: point === null };
}

/** @returns the fields for a person's input, without omitted ones. */
export function fieldsOfInput(input: Partial<OrderInput>): Partial<OrderFields> {
  const { client, recipient, place, window, ...plain } = input;
  // A new field of the input needs a field of the order, or its own line.
  return {
    ...(plain satisfies { [Key in keyof typeof plain]: Key extends keyof OrderFields ? unknown : never }),
    ...(client && { clientId: client.id, clientName: client.name, clientPhone: client.phone }),
    ...(recipient && { recipient: recipient.name, phone: recipient.phone }),
    ...(place && placeOf(place)),
    ...(window !== undefined && { windowFrom: window?.from ?? null, windowTo: window?.to ?? null }),
  };
}
