import { readDegrees as degreesIn, readPoint as pointIn } from '@despacho/contracts/written-place';
import { bad, type Read } from './read-values.ts';

/** Reads degrees, with decimal point or comma, or with minutes and seconds. */
export function readDegrees(text: string, most: number): Read<number> {
  const value = degreesIn(text, most);
  return value === undefined ? bad('No es una coordenada', 'Escríbala como -12.0931') : { value };
}

/** Reads a latitude and a longitude in one text, or the address of a map. Null for an address without coordinates. */
export function readPoint(written: string): Read<{ lat: number; lng: number } | null> {
  const value = pointIn(written);
  return value === undefined
    ? bad('No son coordenadas', 'Escriba latitud y longitud, como -12.0931, -77.0465')
    : { value };
}
