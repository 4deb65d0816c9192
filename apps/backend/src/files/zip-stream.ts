import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file in the archive; its content is read when its turn comes. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  at: number;
}

/** 1980-01-01, so that the archive does not reveal when it was made. */
const DOS_DATE = 0x21;
const VERSION = 20;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;

/** The fields shared by local and central headers. */
function common({ name, crc, packed, size }: Omit<Written, 'at'>): Buffer {
  const part = Buffer.alloc(26);
  part.writeUInt16LE(VERSION, 0);
  part.writeUInt16LE(FLAGS, 2);
  part.writeUInt16LE(DEFLATED, 4);
  part.writeUInt16LE(0, 6);
  part.writeUInt16LE(DOS_DATE, 8);
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
 * Streams a zip archive in constant memory. Neither it nor any of its files may reach 4 GB, which would require ZIP64.
 * @throws RangeError if one does.
 */
export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at };
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
    if (Math.max(at, entry.size) > 0xffff_ffff) throw new RangeError('The archive is too large for its form');
  }
  const directory = Buffer.concat(written.map(central));
  yield directory;
  yield end(written.length, directory.length, at);
}
