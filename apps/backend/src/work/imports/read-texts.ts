import { fold } from '@despacho/contracts';
import { type LineReader } from './line-reader.ts';

const MAX_NAME = 160;
const MAX_NOTE = 500;
const BETWEEN = ' · ';

/** @returns whether a text ends with the words of another, as «Rosa Peña» does with «Peña». */
const isAtEnd = (text: string, end: string): boolean => ` ${fold(text)}`.endsWith(` ${fold(end)}`);

/** Reads the recipient's name from up to three columns; without one, the title. */
export function readRecipient(line: LineReader): string {
  if (line.cell('recipient') === '' && line.cell('title') !== '') return line.required('title', MAX_NAME);
  const name = line.required('recipient', MAX_NAME);
  const whole = (['lastName', 'secondLastName'] as const).reduce((text, key) => {
    const next = line.text(key, MAX_NAME);
    return next === null || isAtEnd(text, next) ? text : `${text} ${next}`;
  }, name);
  if (whole.length > MAX_NAME && name.length <= MAX_NAME)
    line.fault('lastName', `El nombre completo tiene más de ${MAX_NAME} caracteres`, 'Acórtelo');
  return whole;
}

/**
 * Reads the order's note: the file's note, and what an order has no other field for: title, items, further telephones.
 * Items that do not fit are cut off with an ellipsis, and a note for the person is added to `notes`.
 */
export function readNote(
  line: LineReader,
  recipient: string,
  { others: phones, written }: { others: readonly string[]; written?: string },
  notes: string[],
): string | null {
  const title = line.text('title', MAX_NOTE);
  const own = line.text('note', MAX_NOTE);
  const isNew = (text: string | null): text is string =>
    text !== null && ![own, recipient].some((each) => fold(each ?? '') === fold(text));
  const items = line.text(line.cell('item') === '' ? 'itemCode' : 'item', 1000);
  const others =
    written !== undefined
      ? `Teléfono en el archivo: ${written}`
      : phones.length === 0
        ? null
        : `${phones.length === 1 ? 'Otro teléfono' : 'Otros teléfonos'}: ${phones.join(', ')}`;
  let note = [isNew(title) ? title : null, own].flatMap((each) => each ?? []).join(BETWEEN);
  if (note.length > MAX_NOTE && !line.isReported('note', 'title'))
    line.fault('title', 'Junto con la nota tiene más de 500 caracteres', 'Acórtelo');
  const room = (): number => MAX_NOTE - note.length - (note === '' ? 0 : BETWEEN.length);
  const add = (text: string): void => {
    note = note === '' ? text : note + BETWEEN + text;
  };
  if (others !== null) {
    if (others.length <= room()) add(others);
    else notes.push(`No cabe en la nota: ${others}`);
  }
  if (items !== null && items.length <= room()) add(items);
  else if (items !== null) {
    notes.push('Los productos no caben completos en la nota');
    if (room() > 1) add(`${items.slice(0, room() - 1)}…`);
  }
  return note === '' ? null : note;
}
