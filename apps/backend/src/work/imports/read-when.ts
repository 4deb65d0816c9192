import { type OrderInput } from '@despacho/contracts/dispatch';
import { type LineReader } from './line-reader.ts';
import { type Calendar, isNearToday, type Moment, readMoment } from './read-moment.ts';
import { bad, type Read } from './read-values.ts';
import { readWindow } from './read-window.ts';

/** How the dates of a file are read. */
export interface LineCalendar extends Calendar {
  /** Date of lines without one. */
  date: string | null;
}

type When = Pick<OrderInput, 'date' | 'window'>;

const MIDNIGHT = '00:00';

/** @returns the error of a day that is too far from today. */
function farFrom(today: string, day: string): ReturnType<typeof bad> | undefined {
  if (isNearToday(today, day)) return undefined;
  return day < today
    ? bad('La fecha pasó hace más de un mes', 'Revise el año y el mes')
    : bad('Falta más de un año para esa fecha', 'Revise el año');
}

/** Reads a moment, which must have a day. */
const datedMoment =
  (calendar: LineCalendar) =>
  (text: string): Read<Moment & { day: string }> => {
    const read = readMoment(text, calendar);
    if (!('value' in read)) return read;
    const { day } = read.value;
    if (day === null) return bad('No es una fecha', 'Escríbala como 24/11/2026');
    return farFrom(calendar.today, day) ?? { value: { ...read.value, day } };
  };

/** Reads a time, or a day and a time as in a column «fecha mínima de entrega». */
const timedMoment =
  (calendar: LineCalendar) =>
  (text: string): Read<Moment> => {
    const read = readMoment(text, calendar);
    if ('value' in read) return (read.value.day === null ? undefined : farFrom(calendar.today, read.value.day)) ?? read;
    return read.reason === 'No es una fecha' ? bad('No es una hora', 'Escríbala como 09:00') : read;
  };

const NONE: Moment = { day: null, time: null };

/** @returns the window of two columns; null without one. */
function fromTo(line: LineReader, from: Moment, to: Moment): When['window'] {
  const isFilled = (key: 'windowFrom' | 'windowTo'): boolean => line.cell(key) !== '';
  // Dates without times, which spreadsheets may write as midnight.
  const isAllDay = from.day !== null && from.day === to.day && (from.time ?? MIDNIGHT) === (to.time ?? MIDNIGHT);
  const isOneDay = from.time === null && to.time === null && (from.day ?? to.day) !== null;
  if (isAllDay || isOneDay) return null;
  const missing = from.time === null ? 'windowFrom' : to.time === null ? 'windowTo' : undefined;
  if (missing !== undefined) {
    if ((from.time ?? to.time) !== null && !line.isReported(missing))
      line.fault(missing, isFilled(missing) ? 'Falta la hora' : 'Falta', 'Escriba inicio y fin, o ninguno');
    return null;
  }
  if (from.time === null || to.time === null) return null;
  if (from.time >= to.time) line.fault('windowTo', 'El fin no es posterior al inicio', 'Corrija una de las dos horas');
  return { from: from.time, to: to.time };
}

/** Reads the day of a line and its time window, from one or several columns. */
export function readWhen(line: LineReader, calendar: LineCalendar, notes: string[]): When {
  const date = line.value('date', datedMoment(calendar), null);
  const from = line.value('windowFrom', timedMoment(calendar), NONE);
  const to = line.value('windowTo', timedMoment(calendar), NONE);
  const range = line.value('window', readWindow, null);
  if (from.day !== null && to.day !== null && from.day !== to.day)
    line.fault('windowTo', 'Termina otro día', 'Escriba el mismo día en las dos celdas');
  const window = fromTo(line, from, to);
  if (range && window && (range.from !== window.from || range.to !== window.to))
    line.fault('window', 'No coincide con «Desde» y «Hasta»', 'Deje uno de los dos');
  const day = date?.day ?? from.day ?? to.day ?? calendar.date;
  const other = [from.day, to.day].find((each) => each !== null && each !== day);
  if (date && other !== undefined)
    line.fault('date', 'No es el día que dicen «Desde» y «Hasta»', 'Escriba el mismo día');
  if (day === null && !line.isReported('date', 'windowFrom', 'windowTo'))
    line.fault('date', 'Falta', 'Complete esta celda');
  if ([date, from, to].some((each) => each?.isUtcMidnight))
    notes.push('La fecha está en hora universal (UTC) y aquí es el día anterior: revise que sea el correcto');
  if (day !== null && day < calendar.today) notes.push('La fecha ya pasó');
  return { date: day ?? '', window: window ?? range };
}
