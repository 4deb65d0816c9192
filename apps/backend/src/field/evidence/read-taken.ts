import readExif from 'exif-reader';

/** When and where a picture was taken, as its file says. Both are by the camera, and anybody can change them. */
export interface Taken {
  /** `2026-11-20T15:00:00` by the camera's clock, with an offset such as `-05:00` if the camera wrote it. */
  at: string | null;
  place: { lat: number; lng: number } | null;
}

/** Bytes of metadata that are read: a segment of a JPEG has 64 KB, other formats have no limit. */
const MAX_BYTES = 64 * 1024;
const OFFSET = /^[+-]\d\d:\d\d$/;

/** @returns degrees from degrees, minutes and seconds; NaN without them. */
function degreesOf(parts: unknown, reference: unknown): number {
  const [degrees = NaN, minutes = 0, seconds = 0] = Array.isArray(parts) ? (parts as number[]) : [];
  const sign = reference === 'S' || reference === 'W' ? -1 : 1;
  return sign * (degrees + minutes / 60 + seconds / 3600);
}

/** @param exif the metadata of a picture, if it has any. @returns null without a usable time or place. */
export function readTaken(exif: Buffer | undefined): Taken | null {
  if (!exif || exif.length > MAX_BYTES) return null;
  try {
    const { Photo, GPSInfo } = readExif(exif);
    const time = Photo?.DateTimeOriginal;
    const offset: unknown = Photo?.OffsetTimeOriginal;
    const isTime = time instanceof Date && !Number.isNaN(time.getTime());
    const zone = typeof offset === 'string' && OFFSET.test(offset) ? offset : '';
    const lat = degreesOf(GPSInfo?.GPSLatitude, GPSInfo?.GPSLatitudeRef);
    const lng = degreesOf(GPSInfo?.GPSLongitude, GPSInfo?.GPSLongitudeRef);
    // Without a signal, cameras write 0, 0.
    const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
    if (!isTime && !isPlace) return null;
    // day: the camera's own clock, in no zone.
    return { at: isTime ? time.toISOString().slice(0, 19) + zone : null, place: isPlace ? { lat, lng } : null };
  } catch {
    return null;
  }
}
