import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Local, as `2026-11-20` and `14:05:09`. */
interface Changed {
  date: string;
  time: string;
}

/** A file in the archive; its content is read and compressed when its turn comes. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
  /** By default 1980-01-01, which does not reveal when the archive was made. */
  changed?: Changed;
}

/** A file that is compressed already, such as a picture. */
export interface StoredEntry {
  name: string;
  bytes: Buffer;
  changed: Changed;
}

interface Written {
  name: Buffer;
  flags: number;
  method: number;
  time: number;
  date: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

const START: Changed = { date: '1980-01-01', time: '00:00' };
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** Sizes follow the content. */
const SIZES_FOLLOW = 0x0008;
const STORED = 0;
const DEFLATED = 8;

const dosDate = (date: string): number => {
  const [year = 1980, month = 1, day = 1] = date.split('-').map(Number);
  return ((year - 1980) << 9) | (month << 5) | day;
};

const dosTime = (time: string): number => {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return (hour << 11) | (minute << 5) | (second >> 1);
};

const MAX_BYTES = 0xffff_ffff;
const TOO_LARGE = 'The archive is too large for its form';

/** The fields shared by local and central headers. */
function common({ name, flags, method, time, date, crc, packed, size }: Omit<Written, 'at'>): Buffer {
  const part = Buffer.alloc(26);
  part.writeUInt16LE(VERSION, 0);
  part.writeUInt16LE(flags, 2);
  part.writeUInt16LE(method, 4);
  part.writeUInt16LE(time, 6);
  part.writeUInt16LE(date, 8);
  part.writeUInt32LE(crc, 10);
  part.writeUInt32LE(packed, 14);
  part.writeUInt32LE(size, 18);
  part.writeUInt16LE(name.length, 22);
  return part;
}

const signed = (signature: number, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(signature, 0);
  return Buffer.concat([head, ...parts]);
};

function descriptor({ crc, packed, size }: Written): Buffer {
  const part = Buffer.alloc(12);
  part.writeUInt32LE(crc, 0);
  part.writeUInt32LE(packed, 4);
  part.writeUInt32LE(size, 8);
  return signed(0x08074b50, part);
}

function central(entry: Written): Buffer {
  const made = Buffer.alloc(2);
  made.writeUInt16LE(VERSION, 0);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.at, 10);
  return signed(0x02014b50, made, common(entry), rest, entry.name);
}

function end(count: number, size: number, at: number): Buffer {
  const part = Buffer.alloc(18);
  part.writeUInt16LE(count, 4);
  part.writeUInt16LE(count, 6);
  part.writeUInt32LE(size, 8);
  part.writeUInt32LE(at, 12);
  return signed(0x06054b50, part);
}

/**
 * Streams a zip archive in constant memory: its entries are pulled one after the other. Neither it nor any of its files
 * may reach 4 GB, which would require ZIP64.
 * @throws RangeError if one does.
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry | StoredEntry> | Iterable<ZipEntry | StoredEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const given of entries) {
    const name = Buffer.from(given.name);
    if ('bytes' in given) {
      const { bytes, changed } = given;
      const entry: Written = {
        name,
        flags: UTF8,
        method: STORED,
        time: dosTime(changed.time),
        date: dosDate(changed.date),
        crc: crc32(bytes),
        packed: bytes.length,
        size: bytes.length,
        at,
      };
      const head = signed(0x04034b50, common(entry), name);
      at += head.length + bytes.length;
      if (at > MAX_BYTES) throw new RangeError(TOO_LARGE);
      yield head;
      yield bytes;
      written.push(entry);
      continue;
    }
    const { content, changed = START } = given;
    const entry: Written = {
      name,
      flags: UTF8 | SIZES_FOLLOW,
      method: DEFLATED,
      time: dosTime(changed.time),
      date: dosDate(changed.date),
      crc: 0,
      packed: 0,
      size: 0,
      at,
    };
    const head = signed(0x04034b50, common(entry), entry.name);
    at += head.length;
    yield head;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const text of content) {
        const chunk = Buffer.from(text);
        entry.crc = crc32(chunk, entry.crc);
        entry.size += chunk.length;
        yield chunk;
      }
    };
    const deflate = createDeflateRaw();
    // If either fails, `pipeline` destroys the other, so that the loop throws.
    pipeline(Readable.from(counted()), deflate, () => undefined);
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const tail = descriptor(entry);
    at += entry.packed + tail.length;
    yield tail;
    written.push(entry);
    if (Math.max(at, entry.size) > MAX_BYTES) throw new RangeError(TOO_LARGE);
  }
  const directory = Buffer.concat(written.map(central));
  yield directory;
  yield end(written.length, directory.length, at);
}
