/** @returns the absolute URL of a gateway path (`/api/…`), below the base path of the page. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\/+/, ''), document.baseURI).href;
}

/** Whether a URL, absolute or relative to the page's base, has the page's origin. */
export function isSameOrigin(url: string): boolean {
  return new URL(url, document.baseURI).origin === new URL(document.baseURI).origin;
}
