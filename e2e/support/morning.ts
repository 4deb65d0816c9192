import { type Desk, type NewCourier } from './desk.ts';
import { COLUMN, orderFile } from './order-file.ts';

/** District of every order in the file; LIMA delivers to it. */
export const DISTRICT = 'Breña';

/**
 * A client's file of 130 orders, more than a page of the table, six of them invalid.
 * @param word start of each recipient's name.
 */
export const brokenFile = (word: string): ReturnType<typeof orderFile> =>
  orderFile({
    word,
    lines: 130,
    district: DISTRICT,
    broken: {
      4: [COLUMN.date, '31/02/2026'],
      27: [COLUMN.collect, 'diez'],
      58: [COLUMN.district, 'Gondor'],
      81: [COLUMN.phone, '98-76'],
      104: [COLUMN.recipient, ''],
      131: [COLUMN.from, '21:00'],
    },
  });

/** The table of invalid lines in that file: line, column, value, error, remedy. */
export const BROKEN_ROWS: readonly RegExp[] = [
  /^Línea/,
  /^4.+Fecha31\/02\/2026No es una fecha/,
  /^27.+Cobro \(S\/\)diezNo es un monto/,
  /^58.+DistritoGondorNo se conoce ese distrito/,
  /^81.+Teléfono98-76No es un teléfono/,
  /^104.+Destinatario\(vacío\)Falta/,
  /^131.+Hasta20:00El fin no es posterior al inicio/,
];

/** Creates two couriers that nothing else in the office uses. */
export async function makeCouriers(desk: Desk, word: string): Promise<[north: NewCourier, south: NewCourier]> {
  return [await desk.makeCourier(`${word} Norte`), await desk.makeCourier(`${word} Sur`)];
}
