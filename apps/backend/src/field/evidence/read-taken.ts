/** When and where a picture was taken, as its file says. The camera writes both, and anybody can change them. */
export interface Taken {
  /** `2026-11-20T15:00:00` by the camera's clock, with an offset such as `-05:00` if the camera wrote it. */
  at: string | null;
  place: { lat: number; lng: number } | null;
}

/** Bytes of metadata that are read: a segment of a JPEG has 64 KB, other formats have no limit. */
const MAX_BYTES = 64 * 1024;
const PREFIX = 'Exif\0\0';

/** Tags of the Exif standard: in the first table the places of two others, which have the rest. */
const TAGS = { photo: 0x8769, gps: 0x8825, time: 0x9003, offset: 0x9011, lat: 2, lng: 4 };
const ENTRY_BYTES = 12;

const TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/;
const OFFSET = /^[+-]\d\d:\d\d$/;

/**
 * Reads single tags of Exif metadata. Readers of all tags allocate the size that a tag claims, which is gigabytes for
 * 64 KB of tags that share their bytes.
 * @throws RangeError beyond the bytes.
 */
class Exif {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(exif: Buffer) {
    this.#bytes = exif.subarray(exif.toString('latin1', 0, PREFIX.length) === PREFIX ? PREFIX.length : 0);
    this.#isLittle = this.#bytes.toString('latin1', 0, 2) === 'II';
  }

  /** @returns where a table is, whose place the first table has; undefined without it. */
  table(tag: number): number | undefined {
    const entry = this.#find(this.#long(4), tag);
    return entry && this.#long(entry + 8);
  }

  /** @returns a text of this length; empty without it. */
  text(table: number | undefined, tag: number, length: number): string {
    const entry = this.#find(table, tag);
    if (entry === undefined) return '';
    const at = length < 4 ? entry + 8 : this.#long(entry + 8);
    return this.#bytes.toString('latin1', at, at + length);
  }

  /** @returns degrees from degrees, minutes and seconds, whose direction the tag before has; NaN without them. */
  degrees(table: number | undefined, tag: number): number {
    const entry = this.#find(table, tag);
    if (entry === undefined) return NaN;
    const at = this.#long(entry + 8);
    const [degrees = NaN, minutes = NaN, seconds = NaN] = [at, at + 8, at + 16].map(
      (place) => this.#long(place) / this.#long(place + 4),
    );
    const sign = /[SW]/.test(this.text(table, tag - 1, 1)) ? -1 : 1;
    return sign * (degrees + minutes / 60 + seconds / 3600);
  }

  #find(table: number | undefined, tag: number): number | undefined {
    if (table === undefined) return undefined;
    const end = table + 2 + ENTRY_BYTES * this.#short(table);
    for (let entry = table + 2; entry < end; entry += ENTRY_BYTES) if (this.#short(entry) === tag) return entry;
    return undefined;
  }

  #short(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #long(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}

/** @param bytes the metadata of a picture, if it has any. @returns null without a usable time or place. */
export function readTaken(bytes: Buffer | undefined): Taken | null {
  if (!bytes || bytes.length > MAX_BYTES) return null;
  try {
    const exif = new Exif(bytes);
    const [photo, gps] = [exif.table(TAGS.photo), exif.table(TAGS.gps)];
    const at = exif.text(photo, TAGS.time, '2026:11:20 15:00:00'.length).replace(TIME, '$1-$2-$3T$4');
    const isTime = !Number.isNaN(Date.parse(`${at}Z`));
    const offset = exif.text(photo, TAGS.offset, '-05:00'.length);
    const [lat, lng] = [exif.degrees(gps, TAGS.lat), exif.degrees(gps, TAGS.lng)];
    // Without a signal, cameras write 0, 0.
    const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
    if (!isTime && !isPlace) return null;
    return { at: isTime ? at + (OFFSET.test(offset) ? offset : '') : null, place: isPlace ? { lat, lng } : null };
  } catch {
    return null;
  }
}
