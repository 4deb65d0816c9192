import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Response } from 'express';

/** A file to download. Its content is generated while it is sent, so its size does not matter. */
export interface FileAnswer {
  /** Letters, digits, dots and hyphens: needs no quoting in a header. */
  fileName: string;
  mediaType: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string>;
  /** How many rows have been read so far; logged at the end. */
  rows?: () => number;
}

/** A stored file, which a page may show. It never changes, so its name in the store identifies its version. */
export interface StoredAnswer extends Pick<FileAnswer, 'fileName' | 'mediaType'> {
  /** With its quotes. */
  etag: string;
  /** Shown in a page; otherwise an attachment. */
  isInline: boolean;
  /** Read only if the client does not have this version. */
  bytes: () => Promise<Buffer>;
}

/** Sends a stored file, or 304 to a client that has it. */
export async function sendStored(response: Response, answer: StoredAnswer): Promise<void> {
  const { fileName, mediaType, etag, isInline, bytes } = answer;
  const isKnown = response.req.get('if-none-match') === etag;
  const content = isKnown ? undefined : await bytes();
  response.writeHead(isKnown ? 304 : 200, {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...(content && {
      'Content-Type': mediaType,
      'Content-Length': content.length,
      'Content-Disposition': `${isInline ? 'inline' : 'attachment'}; filename="${fileName}"`,
    }),
  });
  response.end(content);
}

/**
 * Sends a file as an attachment, with backpressure. A failure breaks the connection, so that a partial file never looks
 * complete.
 */
export async function sendFile(response: Response, { fileName, mediaType, content, rows }: FileAnswer): Promise<void> {
  response.writeHead(200, {
    'Content-Type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'X-Content-Type-Options': 'nosniff',
  });
  let outcome = 'cut';
  try {
    await pipeline(Readable.from(content, { objectMode: false }), response);
    outcome = 'complete';
  } catch (error) {
    // The client may stop the download at any time; that is not a failure.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    if (rows) response.req.log.info({ rows: rows(), outcome }, 'file sent');
  }
}
