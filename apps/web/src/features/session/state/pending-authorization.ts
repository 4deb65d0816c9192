import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { safeReturnPath } from '../rules/return-path.ts';

/** Why the user goes to the company's provider. `tab`: in a new tab, for the page of another tab. */
const PURPOSES = ['sign-in', 'link', 'invitation', 'tab'] as const;

/** What this tab stores while the user is at the provider's pages. */
export interface PendingAuthorization {
  purpose: (typeof PURPOSES)[number];
  /** Path to go to after signing in. */
  returnTo?: string | undefined;
}

export const BLOCKED = 'El navegador no dejó abrir otra pestaña. Permítalo en esta página y vuelva a intentar.';

/** Stores the pending authorization in this tab, and opens the provider's page. */
export function redirectToProvider(url: string, pending: PendingAuthorization): void {
  writeStored(JSON.stringify(pending), 'despacho.provider');
  location.assign(url);
}

/** @returns the pending authorization of this tab; undefined if there is none. */
export function readPendingAuthorization(): PendingAuthorization | undefined {
  try {
    const { purpose, returnTo } = JSON.parse(readStored('despacho.provider') ?? '') as Record<string, unknown>;
    const known = PURPOSES.find((one) => one === purpose);
    return known && { purpose: known, returnTo: typeof returnTo === 'string' ? safeReturnPath(returnTo) : undefined };
  } catch {
    return undefined;
  }
}

export const clearPendingAuthorization = (): boolean => writeStored(null, 'despacho.provider');

/**
 * Opens the provider in a new tab, so that this page keeps what was typed.
 * @param start requests the URL of the provider; null if there is none.
 * @returns `open`; `blocked` if the browser blocked the tab; `none` without a provider.
 * @throws the error of `start`, after closing the tab.
 */
export async function openProviderTab(start: () => Promise<string | null>): Promise<'open' | 'blocked' | 'none'> {
  // Before any await: browsers allow new tabs only directly after a click.
  const tab = window.open('', '_blank');
  if (!tab) return 'blocked';
  try {
    const url = await start();
    if (url !== null) {
      tab.sessionStorage.setItem(
        'despacho.provider',
        JSON.stringify({ purpose: 'tab' } satisfies PendingAuthorization),
      );
      tab.location.replace(url);
      return 'open';
    }
  } catch (error) {
    tab.close();
    throw error;
  }
  tab.close();
  return 'none';
}
