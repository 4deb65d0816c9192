import { readStored, writeStored } from '#shared/state/browser-storage.ts';
import { safeReturnPath } from '../rules/return-path.ts';

/** What is begun at the company's provider. `tab`: in a tab of its own, for a page in another tab. */
const JOURNEYS = ['sign-in', 'link', 'invitation', 'tab'] as const;

export interface Journey {
  what: (typeof JOURNEYS)[number];
  /** Path to go to after signing in. */
  back?: string | undefined;
}

export const BLOCKED = 'El navegador no dejó abrir otra pestaña. Permítalo en esta página y vuelva a intentar.';

/** Remembers in this tab what is begun, and leaves for the provider. */
export function leaveForProvider(url: string, journey: Journey): void {
  writeStored(JSON.stringify(journey), 'despacho.provider');
  location.assign(url);
}

/** @returns what was begun in this tab; undefined if that is unknown. */
export function readJourney(): Journey | undefined {
  try {
    const { what, back } = JSON.parse(readStored('despacho.provider') ?? '') as Record<string, unknown>;
    const known = JOURNEYS.find((one) => one === what);
    return known && { what: known, back: typeof back === 'string' ? safeReturnPath(back) : undefined };
  } catch {
    return undefined;
  }
}

export const forgetJourney = (): boolean => writeStored(null, 'despacho.provider');

/**
 * Opens the provider in a tab of its own, so that the page in this one keeps what was typed.
 * @param start requests the provider's address; null if there is none.
 * @returns whether the tab is open; `blocked` if the browser refused to open it.
 * @throws what `start` throws; the tab is closed then.
 */
export async function openProviderTab(start: () => Promise<string | null>): Promise<'open' | 'blocked' | 'none'> {
  // Before any wait: browsers open tabs only directly after a press.
  const tab = window.open('', '_blank');
  if (!tab) return 'blocked';
  try {
    const url = await start();
    if (url !== null) {
      tab.sessionStorage.setItem('despacho.provider', JSON.stringify({ what: 'tab' } satisfies Journey));
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
