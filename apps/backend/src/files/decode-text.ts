/**
 * Decodes a file by its byte order mark, otherwise as UTF-8 if valid, otherwise as Windows-1252, which spreadsheets in
 * Peru write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  // The decoders remove the mark themselves.
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
