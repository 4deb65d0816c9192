import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePmtiles } from './pmtiles-writer.ts';

/** Bytes of a stored tile; the gateway does not read them. */
export const STREETS = Buffer.from('streets of Lima');

/** A tile above the limit of the row, which gzip cannot shrink. */
const LARGE = randomBytes(1024 * 1024 + 1);

/** An archive of Lima: a tile with streets, an equal one, and one that is too large. */
export const ARCHIVE = writePmtiles(
  [
    { z: 12, x: 1171, y: 2186, bytes: STREETS },
    { z: 12, x: 1172, y: 2186, bytes: STREETS },
    { z: 13, x: 2342, y: 4372, bytes: LARGE },
  ],
  [-77.2, -12.3, -76.8, -11.8],
);

const folder = mkdtempSync(join(tmpdir(), 'despacho-tiles-'));
let files = 0;

/** @returns the path of a file with these bytes. */
export function writeArchive(bytes: Uint8Array = ARCHIVE): string {
  files += 1;
  const path = join(folder, `${files}.pmtiles`);
  writeFileSync(path, bytes);
  return path;
}

/** @returns a copy of the archive with a header byte, or an 8-byte number from there, replaced. */
export function altered(at: number, value: number | bigint): Buffer {
  const copy = Buffer.from(ARCHIVE);
  if (typeof value === 'bigint') copy.writeBigUInt64LE(value, at);
  else copy[at] = value;
  return copy;
}
