import { inflateRawSync } from 'node:zlib';

const CENTRAL = 0x02014b50;
const END_BYTES = 22;
const DEFLATED = 8;

/** @returns the files of an archive by name, read by its directory at the end. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.length - END_BYTES;
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === CENTRAL) {
    const [method, packed, length] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
    ];
    const head = archive.readUInt32LE(at + 42);
    const from = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28);
    const content = archive.subarray(from, from + packed);
    files.set(
      archive.toString('utf8', at + 46, at + 46 + length),
      method === DEFLATED ? inflateRawSync(content) : content,
    );
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
