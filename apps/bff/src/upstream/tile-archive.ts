import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { type TilePlace } from '@despacho/contracts';
import {
  bytesToHeader,
  Compression,
  type Header,
  PMTiles,
  readVarint,
  SharedPromiseCache,
  type Source,
  TileType,
} from 'pmtiles';

const HEADER_BYTES = 127;

/** The header and the root directory are in these first bytes of the file (PMTiles 3, section 3). */
const FIRST_BYTES = 16_384;

/** One tile or directory; a directory also when unpacked. Real ones are below 1 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Each entry of a directory takes at least one byte in each of its four columns. */
const BYTES_PER_ENTRY = 4;

const MAX_ZOOM = 22;

/** The fault of an archive, as the end of a sentence that begins with the variable's name. */
class ArchiveFault extends Error {}

/** What an archive covers. */
interface ArchiveRange {
  minZoom: number;
  maxZoom: number;
  /** In degrees. */
  bounds: { west: number; south: number; east: number; north: number };
}

/** A PMTiles archive of vector tiles on this machine. */
export interface TileArchive {
  range: ArchiveRange;
  /** Whether tiles are stored with gzip. */
  gzip: boolean;
  /**
   * @returns the tile as it is stored; undefined where there is none.
   * @throws Error if the file is damaged there.
   */
  read(place: TilePlace): Promise<Buffer | undefined>;
  close(): void;
}

const readFile = promisify(read);
const unzip = promisify(gunzip);

/** A count that the bytes cannot hold would make the parser allocate entries until memory runs out. */
function checkDirectory(bytes: Uint8Array): void {
  const entries = readVarint({ buf: bytes, pos: 0 });
  if (entries < 1 || entries * BYTES_PER_ENTRY > bytes.length) throw new Error('damaged directory');
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;

async function unpackDirectory(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const bytes =
    compression === Compression.Gzip
      ? await unzip(new Uint8Array(packed), { maxOutputLength: MAX_BYTES })
      : Buffer.from(packed);
  checkDirectory(bytes);
  return bufferOf(bytes);
}

function checkSections(header: Header, size: number): void {
  const sections: [offset: number, length: number | undefined][] = [
    [header.rootDirectoryOffset, header.rootDirectoryLength],
    [header.jsonMetadataOffset, header.jsonMetadataLength],
    [header.leafDirectoryOffset, header.leafDirectoryLength],
    [header.tileDataOffset, header.tileDataLength],
  ];
  const end = Math.max(...sections.map(([offset, length = 0]) => offset + length));
  if (end > size) throw new ArchiveFault(`names an archive that is cut short: it has ${size} of ${end} bytes`);
  if (
    header.rootDirectoryOffset < HEADER_BYTES ||
    header.rootDirectoryOffset + header.rootDirectoryLength > FIRST_BYTES
  )
    throw new ArchiveFault('names a damaged archive: its root directory is out of place');
}

function checkContents(header: Header): void {
  if (header.tileType !== TileType.Mvt)
    throw new ArchiveFault('must name an archive of vector tiles (MVT); images come from TILES_URL');
  const known = [Compression.None, Compression.Gzip];
  if (!known.includes(header.tileCompression) || !known.includes(header.internalCompression))
    throw new ArchiveFault('must name an archive compressed with gzip, or not compressed');
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header;
  const isArea = minLon < maxLon && minLat < maxLat && minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90;
  if (minZoom > maxZoom || maxZoom > MAX_ZOOM || !isArea)
    throw new ArchiveFault('names a damaged archive: its header covers no area');
}

/** @throws ArchiveFault for anything that is not a whole archive of vector tiles. */
function checkedHeader(first: Buffer, size: number): Header {
  if (first.length < HEADER_BYTES || first.toString('latin1', 0, 7) !== 'PMTiles' || first[7] !== 3)
    throw new ArchiveFault('must name a PMTiles archive (version 3)');
  const header = bytesToHeader(bufferOf(first.subarray(0, HEADER_BYTES)));
  checkSections(header, size);
  checkContents(header);
  const root = first.subarray(header.rootDirectoryOffset, header.rootDirectoryOffset + header.rootDirectoryLength);
  try {
    checkDirectory(
      header.internalCompression === Compression.Gzip ? gunzipSync(root, { maxOutputLength: MAX_BYTES }) : root,
    );
  } catch {
    throw new ArchiveFault('names a damaged archive: its root directory cannot be read');
  }
  return header;
}

function readFirst(file: number): Buffer {
  const first = Buffer.alloc(FIRST_BYTES);
  return first.subarray(0, readSync(file, first, 0, FIRST_BYTES, 0));
}

/** A file as a source of byte ranges, all of them inside it and of a limited size. */
function sourceOf(file: number, path: string, size: number): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      // The first read is always of FIRST_BYTES, which a small archive does not have.
      const wanted = offset === 0 ? Math.min(length, size) : length;
      if (wanted > MAX_BYTES || offset + wanted > size) throw new Error('range outside the archive');
      const { bytesRead, buffer } = await readFile(file, Buffer.alloc(wanted), 0, wanted, offset);
      if (bytesRead < wanted) throw new Error('archive cut short');
      return { data: bufferOf(buffer) };
    },
  };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch {
    throw new ArchiveFault('names a file that cannot be read');
  }
}

/**
 * Opens an archive and checks its header and root directory.
 * @throws Error whose message is the end of a sentence that begins with the variable's name.
 */
export function openTileArchive(path: string): TileArchive {
  const file = openFile(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new ArchiveFault('must name a file');
    const { size } = stat;
    const header = checkedHeader(readFirst(file), size);
    const archive = new PMTiles(
      sourceOf(file, path, size),
      new SharedPromiseCache(undefined, undefined, unpackDirectory),
      (stored) => Promise.resolve(stored),
    );
    const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header;
    return {
      range: { minZoom, maxZoom, bounds: { west: minLon, south: minLat, east: maxLon, north: maxLat } },
      gzip: header.tileCompression === Compression.Gzip,
      async read({ z, x, y }) {
        const tile = await archive.getZxy(Number(z), Number(x), Number(y));
        return tile && Buffer.from(tile.data);
      },
      close() {
        closeSync(file);
      },
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
