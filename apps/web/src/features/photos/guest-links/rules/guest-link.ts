import { GUEST_LINK_DAYS, type GuestLink, MAX_GUEST_LINK_DAYS } from '@despacho/contracts/dispatch';
import { formatDay } from '#shared/format/format-day.ts';
import { formatNumber } from '#shared/format/format-number.ts';

/** The data for the window to share a day. */
export interface SharedDay {
  officeId: string;
  timeZone: string;
  /** Clients to choose from. */
  clients: readonly { value: string; label: string }[];
  /** The client and day that are suggested. */
  clientId?: string | undefined;
  day?: string | undefined;
}

/** @returns the address of the guests' page with the secret in its fragment, which no server receives. */
export const addressOfGuestLink = (fragment: string, base: string): string => new URL(`c/#${fragment}`, base).href;

/** How long a link may be valid, in days. */
export const DURATIONS = [1, 3, GUEST_LINK_DAYS, 15, 30, MAX_GUEST_LINK_DAYS].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 día' : `${days} días`,
}));

/** @returns the subject of a link: «LIM-0042», «Bodega Ñandú, 20 nov». */
export const subjectText = (
  { order, client, day }: Pick<GuestLink, 'order' | 'client' | 'day'>,
  today: string,
): string => (order ? order.code : `${client.name}, ${formatDay(day ?? '', today)}`);

/** @returns how many times a link was opened. */
export function openingsText(openings: number): string {
  if (openings === 0) return 'Todavía no se abrió';
  return openings === 1 ? 'Se abrió 1 vez' : `Se abrió ${formatNumber(openings)} veces`;
}
