/** @returns `path` below the base address of an upstream, whether or not that ends with a slash. */
export function upstreamUrl(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

/** @returns a query string in which every character of a value arrives as it is, a space as %20 and never as a plus sign. */
export function queryOf(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `?${pairs.join('&')}`;
}
