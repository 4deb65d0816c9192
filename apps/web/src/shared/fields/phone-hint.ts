import { phoneDoubt } from '@despacho/contracts/dispatch';

/** @returns a hint for a telephone that is probably a mobile number with a digit too few or too many. */
export function phoneHint(phone: string): string | undefined {
  const doubt = phoneDoubt(phone);
  return doubt === null ? undefined : `Revíselo: ${doubt}`;
}
