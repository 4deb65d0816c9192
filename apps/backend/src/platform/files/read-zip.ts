import { crc32, inflateRawSync } from 'node:zlib';
import { FileTooComplex } from './file-limits.ts';

/** A file that is not a zip archive, or uses features that workbooks do not. */
class ZipError extends Error {
  override readonly name = 'ZipError';
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** Size of the end record, and of the longest comment that may follow it. */
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
/** Far more than a workbook has. */
const MAX_FILES = 1000;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

interface Entry {
  method: number;
  flags: number;
  crc: number;
  packed: number;
  at: number;
}

/** Names of files in an archive are case-insensitive, and some programs write backslashes. */
const nameKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw new ZipError('No end of an archive');
}

/** Unpacks single files of an archive, each up to a given size. Names are case-insensitive. */
export class ZipReader {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();

  /** @throws ZipError if it is not an archive. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    try {
      const end = findEnd(bytes);
      let at = bytes.readUInt32LE(end + 16);
      const count = bytes.readUInt16LE(end + 10);
      if (count > MAX_FILES) throw new ZipError('Too many files');
      for (let index = 0; index < count; index++) {
        if (bytes.readUInt32LE(at) !== CENTRAL) throw new ZipError('No entry where one should be');
        const length = bytes.readUInt16LE(at + 28);
        this.#entries.set(nameKey(bytes.toString('utf8', at + 46, at + 46 + length)), {
          flags: bytes.readUInt16LE(at + 8),
          method: bytes.readUInt16LE(at + 10),
          crc: bytes.readUInt32LE(at + 16),
          packed: bytes.readUInt32LE(at + 20),
          at: bytes.readUInt32LE(at + 42),
        });
        at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      }
    } catch (error) {
      // An offset outside of the file.
      throw error instanceof ZipError ? error : new ZipError('A broken archive');
    }
  }

  /** Whether any of the files requires a password. */
  get isEncrypted(): boolean {
    return [...this.#entries.values()].some(({ flags }) => (flags & ENCRYPTED) !== 0);
  }

  /**
   * @returns a file's content, or undefined if there is no such file.
   * @param maxBytes a file that unpacks to more is rejected while it unpacks, regardless of its declared size.
   * @throws FileTooComplex for a larger file, ZipError for a broken one.
   */
  read(name: string, maxBytes: number): Buffer | undefined {
    const entry = this.#entries.get(nameKey(name));
    if (!entry) return undefined;
    if (entry.flags & ENCRYPTED) throw new ZipError('Encrypted');
    try {
      if (this.#bytes.readUInt32LE(entry.at) !== LOCAL) throw new ZipError('No file where one should be');
      const from = entry.at + 30 + this.#bytes.readUInt16LE(entry.at + 26) + this.#bytes.readUInt16LE(entry.at + 28);
      const packed = this.#bytes.subarray(from, from + entry.packed);
      if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipError('An unknown way of packing');
      const content = entry.method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
      if (content.length > maxBytes) throw new FileTooComplex();
      if (crc32(content) !== entry.crc) throw new ZipError('Not what it says to be');
      return content;
    } catch (error) {
      if (error instanceof FileTooComplex || error instanceof ZipError) throw error;
      // zlib's error when `maxOutputLength` is reached.
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new FileTooComplex();
      throw new ZipError('A broken file in an archive');
    }
  }
}
