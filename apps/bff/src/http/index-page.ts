import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** An HTML page, ready to send in each encoding. */
export interface IndexPage {
  /** Weak, because it is the same for every encoding. */
  etag: string;
  /** By content encoding, including `identity`. */
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/** Names of the built pages: that of staff, of couriers' phones, and of guests. */
type PageFile = 'index.html' | 'courier.html' | 'guest.html';

/**
 * Reads a built page and sets its `<base>` to the configured path, so that one build works under any.
 * @param hasProviders whether any company has an identity provider, so that the page offers that sign-in.
 * @returns undefined if the build does not contain it.
 */
export function readPage(webRoot: URL, file: PageFile, basePath: string, hasProviders = false): IndexPage | undefined {
  let html: string;
  try {
    html = readFileSync(new URL(file, webRoot), 'utf8');
  } catch {
    return undefined;
  }
  const based = html.replace(/<base href="[^"]*"/, `<base href="${basePath}/"`);
  const identity = Buffer.from(hasProviders ? based.replace('<html', '<html data-provider') : based);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) } };
}
