/** @returns the absolute address of a path of the gateway (`/api/…`), below the base path the page was served under. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\/+/, ''), document.baseURI).href;
}

/** Whether an address, absolute or relative to the page's base, is of the page's own origin. */
export function isSameOrigin(url: string): boolean {
  return new URL(url, document.baseURI).origin === new URL(document.baseURI).origin;
}
