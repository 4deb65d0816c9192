import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Response } from 'express';

async function* textOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + JSON.stringify(page).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/**
 * Sends a list as JSON while it is read, so that a long one occupies neither the database nor the process for long. A
 * failure after the first page breaks the connection, so that a part never looks complete.
 * @throws what the first page throws.
 */
export async function sendPages(response: Response, pages: AsyncIterable<readonly unknown[]>): Promise<void> {
  const text = textOf(pages);
  const first = await text.next();
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* text;
  }
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  try {
    await pipeline(Readable.from(all(), { objectMode: false }), response);
  } catch (error) {
    // The client may disconnect at any time; that is not a failure.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
