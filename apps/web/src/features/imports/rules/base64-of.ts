/** Bytes turned into one string at a time: a call takes only so many arguments. */
const CHUNK = 8192;

/** @returns bytes in base64, as a JSON body can carry them. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
