import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The one HTML page, ready to send in each encoding. */
export interface IndexPage {
  etag: string;
  /** By content coding, `identity` included. */
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/**
 * Reads the built page and points its `<base>` at the path the product is served under, so that one build serves under any.
 * @returns undefined when there is no build.
 */
export function readIndexPage(webRoot: URL, basePath: string): IndexPage | undefined {
  let html: string;
  try {
    html = readFileSync(new URL('index.html', webRoot), 'utf8');
  } catch {
    return undefined;
  }
  const identity = Buffer.from(html.replace(/<base href="[^"]*"/, `<base href="${basePath}/"`));
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) } };
}
