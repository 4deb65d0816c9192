import { day as dayForm } from '@despacho/contracts/dispatch';

/** What «Repetir el día» shows, as in the URL. */
export interface ReplayAddress {
  /** A working day. */
  day: string;
  /** Time of the office's calendar, `HH:MM`; null for the usual one. */
  time: string | null;
  /** The courier whose trail is shown. */
  courierId: string | null;
}

const DAY = 'repetir';
const TIME = 'a-las';
const COURIER = 'recorrido';

/** @returns undefined for the live map. */
export function readReplay(params: URLSearchParams): ReplayAddress | undefined {
  const day = dayForm.safeParse(params.get(DAY)).data;
  if (day === undefined) return undefined;
  const [time, courierId] = [params.get(TIME), params.get(COURIER)];
  return {
    day,
    time: time !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null,
    courierId: courierId !== null && /^[1-9]\d{0,14}$/.test(courierId) ? courierId : null,
  };
}

/**
 * @param address undefined returns to the live map.
 * @param params current ones; unrelated ones, such as the office and the filter, are kept.
 */
export function writeReplay(address: ReplayAddress | undefined, params: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const name of [DAY, TIME, COURIER]) written.delete(name);
  if (!address) return written;
  written.set(DAY, address.day);
  if (address.time !== null) written.set(TIME, address.time);
  if (address.courierId !== null) written.set(COURIER, address.courierId);
  return written;
}
