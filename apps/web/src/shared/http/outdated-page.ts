import { createStore } from '../state/store.ts';

/** Whether a new release has replaced the files of this page, so that parts not loaded yet are missing. */
export const outdated = createStore(false);

/** The name of the file with which this page began, which contains a hash; undefined during development. */
const entryName = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')?.src.split('/').at(-1);

/**
 * Finds out why a part of the page did not load: `outdated` is set if the server has a page that begins with another
 * file. An outage does not count, because the part may load later.
 */
export async function checkRelease(): Promise<void> {
  const entry = entryName();
  if (entry === undefined || outdated.get()) return;
  const page = await fetch(document.baseURI, { cache: 'no-store' }).catch(() => undefined);
  const html = page?.ok ? await page.text().catch(() => undefined) : undefined;
  if (html?.includes('<script') && !html.includes(entry)) outdated.set(true);
}
