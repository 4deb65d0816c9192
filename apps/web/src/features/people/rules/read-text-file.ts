/** Largest file that is read: far more than a list may have. */
const MOST_BYTES = 1_000_000;

/** @returns the text of a file in UTF-8, or as Excel saves a CSV in Spanish Windows. */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = await file.slice(0, MOST_BYTES).arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
