/** @returns path, query and fragment of an absolute URL, relative to the base path of the page. */
export function pathInApp(url: string): string {
  const { pathname, search, hash } = new URL(url);
  const base = new URL(document.baseURI).pathname.replace(/\/$/, '');
  return (pathname.startsWith(base) ? pathname.slice(base.length) : pathname) + search + hash;
}
