import { type CourierLink, type CourierPhone } from '@despacho/contracts/dispatch';

/** @returns the address of the courier's page with the secret in its fragment, which no server receives. */
export const addressOfLink = ({ fragment }: CourierLink, base: string): string => new URL(`r/#${fragment}`, base).href;

/** `open`: may be used. `used`: a phone was connected with it. `void`: expired, replaced, or too many wrong codes. */
type LinkState = 'open' | 'used' | 'void';

/** @param now epoch milliseconds of the server's clock. */
export function stateOfLink(link: CourierLink, phone: CourierPhone, now: number): LinkState {
  const expiresAt = Date.parse(link.expiresAt);
  if (phone.linkExpiresAt === link.expiresAt && now < expiresAt) return 'open';
  // A link is valid for half an hour, so a phone connected within it was connected with this link.
  const isNew = phone.device !== null && Date.parse(phone.device.connectedAt) > expiresAt - 30 * 60_000;
  return isNew && phone.linkExpiresAt === null ? 'used' : 'void';
}
