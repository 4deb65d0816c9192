/** Longest side of a sent photo, in pixels. */
const MAX_SIDE = 1600;

const QUALITY = 0.8;

/** A picture that this browser cannot read. */
export class UnreadablePhoto extends Error {
  override readonly name = 'UnreadablePhoto';
}

/**
 * Makes a photo small: at most 1,600 pixels, JPEG, upright, without metadata.
 * @throws UnreadablePhoto if it is not a picture, or of a format that this browser cannot decode, such as HEIC.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadablePhoto('photo', { cause });
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  // JPEG has no transparency: without this, transparent pixels would be black.
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  // Releases the pixels now: a phone with little memory closes the page otherwise.
  canvas.width = 0;
  if (!context || !blob) throw new UnreadablePhoto('canvas');
  return blob;
}
