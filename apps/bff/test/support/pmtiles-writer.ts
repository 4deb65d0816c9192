import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

/** A tile to store; `bytes` is not compressed yet. */
interface TileToWrite {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

/** Area of an archive in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

interface Entry {
  id: number;
  offset: number;
  length: number;
}

const HEADER_BYTES = 127;
/** Header and root directory together; a larger archive would need leaf directories. */
const MAX_ROOT_END = 16_384;
const GZIP = 2;
const MVT = 1;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** Columns instead of rows, ids as differences; an offset of 0 means directly after the entry before. */
function directoryOf(entries: readonly Entry[]): Buffer {
  const after = (index: number): number => (entries[index - 1]?.offset ?? 0) + (entries[index - 1]?.length ?? 0);
  return Buffer.from(
    [
      [entries.length],
      entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
      entries.map(() => 1),
      entries.map(({ length }) => length),
      entries.map(({ offset }, index) => (index > 0 && offset === after(index) ? 0 : offset + 1)),
    ].flatMap((column) => column.flatMap(varint)),
  );
}

/** Compresses the tiles and stores equal ones once. */
function storeTiles(tiles: readonly TileToWrite[]): { entries: Entry[]; data: Buffer; contents: number } {
  const chunks: Buffer[] = [];
  const stored = new Map<string, Omit<Entry, 'id'>>();
  let end = 0;
  const entries = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.id - other.id)
    .map(({ id, bytes }) => {
      const key = createHash('sha256').update(bytes).digest('hex');
      const found = stored.get(key);
      if (found) return { id, ...found };
      const chunk = gzipSync(bytes, { level: 9 });
      const place = { offset: end, length: chunk.length };
      chunks.push(chunk);
      stored.set(key, place);
      end += chunk.length;
      return { id, ...place };
    });
  return { entries, data: Buffer.concat(chunks), contents: chunks.length };
}

/**
 * @param tiles vector tiles of a small area: their directory must fit into the first 16 KB.
 * @param metadata stored as JSON in the archive.
 * @returns a PMTiles archive, version 3, with gzip. The same input gives the same bytes.
 * @throws RangeError if there are no tiles, or too many for one directory.
 */
export function writePmtiles(tiles: readonly TileToWrite[], bounds: Bounds, metadata: object = {}): Buffer {
  if (tiles.length === 0) throw new RangeError('An archive needs a tile');
  const { entries, data, contents } = storeTiles(tiles);
  const root = gzipSync(directoryOf(entries), { level: 9 });
  const json = gzipSync(JSON.stringify(metadata), { level: 9 });
  if (HEADER_BYTES + root.length > MAX_ROOT_END) throw new RangeError('Too many tiles for one directory');
  const [west, south, east, north] = bounds;
  const zooms = tiles.map(({ z }) => z);

  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const jsonAt = HEADER_BYTES + root.length;
  const dataAt = jsonAt + json.length;
  const sizes = [HEADER_BYTES, root.length, jsonAt, json.length, dataAt, 0, dataAt, data.length];
  [...sizes, entries.length, entries.length, contents].forEach((value, index) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  });
  header.set([0, GZIP, GZIP, MVT, Math.min(...zooms), Math.max(...zooms)], 96);
  [west, south, east, north].forEach((degrees, index) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  });
  header[118] = Math.min(...zooms);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return Buffer.concat([header, root, json, data]);
}
