import { CHARGE_ALL_OFFICES, type SessionView } from '@despacho/contracts';
import { tryStorage } from '#shared/state/try-storage.ts';

/** Session data in local storage. Never credentials: those stay in the gateway. */
const KEYS = { sucursal: 'despacho.sucursal', officeId: 'despacho.officeId' } as const;

/** In session storage: recent actions of the user in this tab that can be undone. */
export const RECEIPTS_KEY = 'despacho.receipts';

/** In session storage: what this tab has entered in «Cerrar ruta» and not saved. */
export const CLOSINGS_KEY = 'despacho.closings';

/** @returns the branch of the last sign-in, or an empty string. */
export const rememberedSucursal = (): string => tryStorage(() => localStorage.getItem(KEYS.sucursal)) ?? '';

/** The stored office, for users who may view several. */
export const rememberedOfficeId = (): string | undefined =>
  tryStorage(() => localStorage.getItem(KEYS.officeId)) ?? undefined;

/** Stores the office in which all sections open, for users who may view several (S8). */
export function rememberOffice(officeId: string): void {
  tryStorage(() => localStorage.setItem(KEYS.officeId, officeId));
}

/** Stores the branch as typed, and for charge `S` the office. */
export function rememberLogin({ charge, officeId }: SessionView, sucursal: string): void {
  tryStorage(() => localStorage.setItem(KEYS.sucursal, sucursal));
  if (charge === CHARGE_ALL_OFFICES) rememberOffice(officeId.id);
  else forgetOffice();
}

function forgetOffice(): void {
  tryStorage(() => localStorage.removeItem(KEYS.officeId));
}

/** Removes the undo history and the drafts of this tab, so that the next user does not see them. */
export function forgetWork(): void {
  tryStorage(() => {
    sessionStorage.removeItem(RECEIPTS_KEY);
    sessionStorage.removeItem(CLOSINGS_KEY);
  });
}

/** Removes everything except the branch. */
export function forgetSession(): void {
  forgetOffice();
  forgetWork();
}
