import { visibleText } from '@despacho/contracts';
import { fold } from '#shared/fields/fold.ts';
import { type Stop } from '../offline/types.ts';
import { isOpen, packagesText, stateText } from './stop-texts.ts';

/** Characters that are read: a guide or reference has up to 64, and a QR code may have an address around it. */
const MAX_READ = 512;
/** Characters that are shown and stored. */
const MAX_SHOWN = 40;
/** Last characters of a code that suffice when it is typed. */
const MIN_TYPED = 3;
/** A shorter word of a longer text proves nothing: `…?page=12` is not the client's reference 12. */
const MIN_WORD = 4;
/** Orders that a message names. */
const MAX_NAMED = 4;

/** The meaning of a scanned or typed label, for the courier. */
export interface ScanAnswer {
  tone: 'good' | 'bad' | 'note';
  text: string;
}

/** The tints of messages that answers have. */
export const ANSWER_TONES = { good: 'good', bad: 'bad', note: 'warn' } as const satisfies Record<
  ScanAnswer['tone'],
  string
>;

/** How the text of a label arrived. Typed text may be the end of a code. */
export type LabelSource = 'scanned' | 'typed';

/** @returns one visible line of bounded length: anybody can print a code with any text. */
export function shownLabel(text: string): string {
  const line = visibleText(text.slice(0, MAX_READ))
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length > MAX_SHOWN ? `${letters.slice(0, MAX_SHOWN - 1).join('')}…` : line;
}

/** Bar codes of guides are often printed without the hyphen. */
const keyOf = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

const keysOf = (texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => keyOf(text ?? '') || []);

/**
 * Finds the orders that a label belongs to: by the order's own code, otherwise by its guide or its client's reference,
 * which several orders may share. The code may be a word of the text.
 */
export function stopsOfLabel(stops: readonly Stop[], text: string, source: LabelSource): Stop[] {
  const read = text.slice(0, MAX_READ);
  const words = fold(read).split(/[^\p{L}\p{N}-]+/u);
  const keys = new Set([...keysOf([read]), ...keysOf(words).filter(({ length }) => length >= MIN_WORD)]);
  const byCode = stops.filter(({ code }) => keys.has(keyOf(code)));
  if (byCode.length > 0) return byCode;
  const whole = keyOf(read);
  // A reference without a digit may be a word of any label, such as «https».
  const isOf = (key: string): boolean => key === whole || (keys.has(key) && /\p{N}/u.test(key));
  const ofClient = stops.filter((stop) => keysOf([stop.guide, stop.clientReference]).some(isOf));
  if (ofClient.length > 0 || source === 'scanned' || whole.length < MIN_TYPED) return ofClient;
  return stops.filter((stop) =>
    keysOf([stop.code, stop.guide, stop.clientReference]).some((key) => key.endsWith(whole)),
  );
}

/** @returns «LIM-1 y LIM-2», or the first of many. */
const named = (stops: readonly Stop[]): string => {
  const codes = stops.slice(0, MAX_NAMED).map(({ code }) => code);
  return stops.length > MAX_NAMED ? `${codes.join(', ')}…` : new Intl.ListFormat('es').format(codes);
};

/** The answer to a label of no stop. @param advice added after «ruta». */
export const notOnRoute = (text: string, advice = ''): ScanAnswer => ({
  tone: 'bad',
  text: `Este paquete no es de su ruta${advice}: ${shownLabel(text)}`,
});

/** The answer to a label that several orders share. */
export const severalMatches = (stops: readonly Stop[]): ScanAnswer => ({
  tone: 'note',
  text: `Coincide con varias órdenes de su ruta: ${named(stops)}. Use el código completo de la orden.`,
});

/** Labels have the code of their order, so one of them does not prove that its other parcels are there. */
const parcelsOf = (stop: Stop): string =>
  stop.packages > 1 ? `. Son ${packagesText(stop)}: revise que estén todos` : '';

/** The answer to the label of a parcel that is to be loaded. */
export const loadedAnswer = (stop: Stop): ScanAnswer => ({
  tone: 'good',
  text: `Cargada: ${stop.code}${parcelsOf(stop)}`,
});

/** The answer to the label of a parcel that needs no loading. */
export const alreadyAnswer = (stop: Stop): ScanAnswer => ({
  tone: 'note',
  text: stop.state === 'asignada' ? `${stop.code} ya estaba marcada` : `${stop.code} ya está «${stateText(stop)}»`,
});

/**
 * Compares a label with the stop where the courier stands.
 * @param door the open stops that are visited together.
 * @param stops of the route, in its order.
 * @returns the orders of the door that the label proves, and the answer.
 */
export function checkParcel(
  door: readonly Stop[],
  stops: readonly Stop[],
  text: string,
  source: LabelSource,
): { proven: readonly Stop[]; answer: ScanAnswer } {
  const found = stopsOfLabel([...new Map([...stops, ...door].map((stop) => [stop.id, stop])).values()], text, source);
  const isHere = ({ id }: Stop): boolean => door.some((stop) => stop.id === id);
  const [first] = found;
  if (!first) return { proven: [], answer: notOnRoute(text) };
  if (found.every(isHere)) {
    const parcels = found.length === 1 ? parcelsOf(first) : '';
    return { proven: found, answer: { tone: 'good', text: `Es de esta parada: ${named(found)}${parcels}` } };
  }
  if (found.length > 1) return { proven: [], answer: severalMatches(found) };
  const number = stops.findIndex(({ id }) => id === first.id) + 1;
  const state = isOpen(first) ? '' : ` (${stateText(first)})`;
  return {
    proven: [],
    answer: {
      tone: 'bad',
      text: `Este paquete no es de esta parada: ${first.code} es de la parada ${number}, ${first.place.address}${state}`,
    },
  };
}
