import { type EvidenceKind, lightOf, type PictureMark, pictureMarkOf } from '@despacho/contracts/dispatch';

/** Pixels of a side that are enough to see whether a photo shows anything. */
const LOOKED_AT = 96;

/** @returns the fault of a photo from `shrinkPhoto`; null if it shows something, or cannot be decoded. */
export async function markOfPhoto(kind: EvidenceKind, photo: Blob): Promise<PictureMark | null> {
  try {
    const bitmap = await createImageBitmap(photo, { resizeWidth: LOOKED_AT, resizeHeight: LOOKED_AT });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [LOOKED_AT, LOOKED_AT];
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return context && pictureMarkOf(kind, lightOf(context.getImageData(0, 0, LOOKED_AT, LOOKED_AT).data, LOOKED_AT));
  } catch {
    return null;
  }
}
