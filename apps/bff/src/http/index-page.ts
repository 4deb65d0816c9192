import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The only HTML page, ready to send in each encoding. */
export interface IndexPage {
  etag: string;
  /** By content encoding, including `identity`. */
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/**
 * Reads the built page and sets its `<base>` to the configured path, so that one build works under any.
 * @returns undefined if there is no build.
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
