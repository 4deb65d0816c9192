/**
 * Reads rows page by page, so that other statements run in between.
 * @param size of a page; a shorter one is the last.
 * @param read returns the page after a row, or the first one.
 */
export async function* readPages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const page = await read(last);
    yield* page;
    if (page.length < size) return;
    last = page.at(-1);
  }
}
