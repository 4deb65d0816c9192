import { CHARGE_ALL_OFFICES, type SessionView } from '@despacho/contracts';

/** All that the browser keeps of a session. Credentials are never among it: they live in the gateway. */
const KEYS = { sucursal: 'despacho.sucursal', officeId: 'despacho.officeId' } as const;

/** In the storage of the tab: what its person did and may still take back. */
export const RECEIPTS_KEY = 'despacho.receipts';

/** Storage can be switched off or full; nothing here is worth failing for. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** @returns the branch typed at the last sign-in; empty when there was none. */
export const rememberedSucursal = (): string => attempt(() => localStorage.getItem(KEYS.sucursal)) ?? '';

/** The office with which the screens of somebody who may look at several open. */
export const rememberedOfficeId = (): string | undefined =>
  attempt(() => localStorage.getItem(KEYS.officeId)) ?? undefined;

/** Keeps the office that every section of somebody who may look at several opens with (S8). */
export function rememberOffice(officeId: string): void {
  attempt(() => {
    localStorage.setItem(KEYS.officeId, officeId);
  });
}

/** Keeps the branch as typed, and the office for charge `S` alone. */
export function rememberLogin({ charge, officeId }: SessionView, sucursal: string): void {
  attempt(() => {
    localStorage.setItem(KEYS.sucursal, sucursal);
  });
  if (charge === CHARGE_ALL_OFFICES) rememberOffice(officeId.id);
  else forgetOffice();
}

function forgetOffice(): void {
  attempt(() => {
    localStorage.removeItem(KEYS.officeId);
  });
}

/** Of what was done in this tab nothing is left to whoever comes next. */
export function forgetReceipts(): void {
  attempt(() => {
    sessionStorage.removeItem(RECEIPTS_KEY);
  });
}

/** What a sign-out leaves behind is the remembered branch. */
export function forgetSession(): void {
  forgetOffice();
  forgetReceipts();
}
