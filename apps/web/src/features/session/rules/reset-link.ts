import { resetSecret } from '@despacho/contracts';
import { paths } from '#shared/paths.ts';

/** A person for whom a link can be created. */
export interface PasswordLinkOf {
  officeId: string;
  person: { id: string; name: string };
}

/** What a one-time link is for. */
export type LinkUse = 'password' | 'provider';

/** @returns the address of the page with the secret in its fragment, which no server receives. */
export const addressOfLink = (use: LinkUse, fragment: string, base: string): string =>
  new URL(`${paths[use].slice(1)}#${fragment}`, base).href;

/** @returns the secret in the fragment of an address; undefined for an incomplete one. */
export function secretIn(fragment: string): string | undefined {
  const read = resetSecret.safeParse(fragment.replace(/^#/, ''));
  return read.success ? read.data : undefined;
}
