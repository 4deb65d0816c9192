/** @returns `path` below the base URL of an upstream, with or without its trailing slash. */
export function upstreamUrl(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

/** @returns a query string that preserves every character of a value; a space is %20, never a plus sign. */
export function queryOf(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `?${pairs.join('&')}`;
}
