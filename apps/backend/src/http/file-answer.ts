import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Response } from 'express';

/** A file to keep. Its content is made while it is sent, so that its size does not matter. */
export interface FileAnswer {
  /** Of letters, digits, dots and hyphens: it needs no quoting in a header. */
  fileName: string;
  mediaType: string;
  content: AsyncIterable<string | Uint8Array>;
  /** How many rows have been read for it so far; logged when it ends. */
  rows?: () => number;
}

/**
 * Sends a file as an attachment, no faster than it is read. One that breaks off half-way ends in a broken connection,
 * never in a file that looks whole.
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
    // Whoever downloads may stop at any time; that is no failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    if (rows) response.req.log.info({ rows: rows(), outcome }, 'file sent');
  }
}
