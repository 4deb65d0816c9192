import { CHARGE_ALL_OFFICES, type SessionView } from '@despacho/contracts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { offersCompany } from './offers-company.ts';

/** @returns the branch of the last sign-in, or an empty string. */
export const rememberedSucursal = (): string => readStored('despacho.sucursal') ?? '';

/**
 * Whether the next sign-in of this browser with the company's account must sign in at the provider again, because somebody
 * signed out of Despacho or was refused, and is probably still signed in there.
 */
export const mustReauthenticate = (): boolean => readStored('despacho.reauthenticate') !== null;

/** Stores it where a company has a provider; other installations store nothing more. */
export const setReauthenticate = (isNeeded: boolean): boolean =>
  writeStored(isNeeded && offersCompany() ? 'yes' : null, 'despacho.reauthenticate');

/** The stored office, for users who may view several. */
export const rememberedOfficeId = (): string | undefined => readStored('despacho.officeId') ?? undefined;

/** Stores the office in which all sections open, for users who may view several (S8). */
export function rememberOffice(officeId: string): void {
  writeStored(officeId, 'despacho.officeId');
}

/** Stores the branch as typed, and for charge `S` the office. */
export function rememberLogin({ charge, officeId }: SessionView, sucursal: string): void {
  writeStored(sucursal, 'despacho.sucursal');
  if (charge === CHARGE_ALL_OFFICES) rememberOffice(officeId.id);
  else writeStored(null, 'despacho.officeId');
}
