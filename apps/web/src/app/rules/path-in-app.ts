/** @returns path, query and fragment of an absolute address, below the base path the page was served under. */
export function pathInApp(url: string): string {
  const { pathname, search, hash } = new URL(url);
  const base = new URL(document.baseURI).pathname.replace(/\/$/, '');
  return (pathname.startsWith(base) ? pathname.slice(base.length) : pathname) + search + hash;
}
