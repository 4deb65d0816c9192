import {
  districtExactness,
  exactAs,
  type OrderFields,
  type OrderInput,
  placeFields,
} from '@despacho/contracts/dispatch';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { invalid } from '#platform/refusal.ts';

/** Who gave the coordinates of an order. */
type Given = 'persona' | 'archivo';

/**
 * The place of an order: the coordinates given, otherwise its district's centre. Those of a person are a pin at the door.
 * @throws Refusal invalid for an unknown district.
 */
function placeOf({ address, reference, ubigeo, point }: OrderInput['place'], by: Given): Partial<OrderFields> {
  const district = DISTRICTS.of(ubigeo);
  if (!district) throw invalid('No hay un distrito con ese UBIGEO', 'place.ubigeo');
  const { lat, lng } = point ?? district;
  const exactness = point === null ? districtExactness(district) : exactAs(by === 'persona' ? 'puerta' : 'cuadra', by);
  return { address, reference, ubigeo, lat, lng, ...placeFields(exactness) };
}

/**
 * @param by who gave its coordinates.
 * @returns the fields for an input, without omitted ones.
 */
export function fieldsOfInput(input: Partial<OrderInput>, by: Given = 'persona'): Partial<OrderFields> {
  const { client, recipient, place, window, ...plain } = input;
  // A new field of the input needs a field of the order, or its own line.
  return {
    ...(plain satisfies { [Key in keyof typeof plain]: Key extends keyof OrderFields ? unknown : never }),
    ...(client && { clientId: client.id, clientName: client.name, clientPhone: client.phone }),
    ...(recipient && { recipient: recipient.name, phone: recipient.phone }),
    ...(place && placeOf(place, by)),
    ...(window !== undefined && { windowFrom: window?.from ?? null, windowTo: window?.to ?? null }),
  };
}
