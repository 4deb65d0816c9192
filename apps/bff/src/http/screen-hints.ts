import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The header that a screen's page adds to its response for a signed-in user. */
export interface ScreenHint {
  /** Value of the `Link` header (RFC 8288): the screen's scripts and style sheets. */
  link: string;
  /** Digest of `link`, for the validator of the response. */
  digest: string;
}

/** As the page requests the file later: scripts of the module graph and style sheets in CORS mode. */
function relOf(file: string): string {
  if (file.endsWith('.css')) return 'rel=preload; as=style; crossorigin';
  return file.startsWith('assets/') ? 'rel=modulepreload' : 'rel=preload; as=script';
}

/**
 * Reads which files each screen needs, as the build of the web pages wrote it.
 * @returns a function from a path below the base path to its hint; undefined for pages without one. A path whose entry
 *   ends with a slash is the entry of every path directly below it.
 */
export function readScreenHints(webRoot: URL, basePath: string): (path: string) => ScreenHint | undefined {
  let screens: Record<string, string[]>;
  try {
    screens = JSON.parse(readFileSync(new URL('.vite/screens.json', webRoot), 'utf8')) as Record<string, string[]>;
  } catch {
    return () => undefined;
  }
  const hints = new Map(
    Object.entries(screens).map(([path, files]) => {
      const link = files.map((file) => `<${basePath}/${file}>; ${relOf(file)}`).join(', ');
      return [path, { link, digest: createHash('sha256').update(link).digest('base64url').slice(0, 8) }];
    }),
  );
  return (path) => hints.get(path) ?? hints.get(path.slice(0, path.lastIndexOf('/') + 1));
}
