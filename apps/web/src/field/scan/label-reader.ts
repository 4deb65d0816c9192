import { BinaryBitmap, Code128Reader, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library';

/** The part of the video's width and height that is read: a little more than the frame that the courier aims with. */
const PART = 0.9;
/** Wider than high, because a bar code must fit. */
const ASPECT = 4 / 3;
/** In pixels. A Code 128 of 20 characters has 255 modules; a cheap phone reads this many pixels in some 100 ms. */
const MAX_WIDTH = 800;

/** The bar code first: it takes a few rows of the picture, the QR code all of it. */
const READERS = [new Code128Reader(), new QRCodeReader()];

/**
 * Reads a label without the browser's help.
 * @param grey the brightness of each pixel, by rows.
 * @returns the text of the first Code 128 or QR code that is found.
 */
export function readLabel(grey: Uint8ClampedArray, width: number, height: number): string | undefined {
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  for (const reader of READERS)
    try {
      return reader.decode(picture).getText();
    } catch {
      // None of its kind is legible.
    }
  return undefined;
}

/** @returns a function that reads the middle of a video's present picture. */
export function createLabelReader(): (video: HTMLVideoElement) => string | undefined {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video) => {
    const { videoWidth, videoHeight } = video;
    const from = { width: PART * Math.min(videoWidth, videoHeight * ASPECT), height: 0 };
    from.height = from.width / ASPECT;
    const scale = Math.min(1, MAX_WIDTH / from.width);
    const [width, height] = [Math.floor(from.width * scale), Math.floor(from.height * scale)];
    if (!context || height === 0) return undefined;
    if (canvas.width !== width) Object.assign(canvas, { width, height });
    const [x, y] = [(videoWidth - from.width) / 2, (videoHeight - from.height) / 2];
    context.drawImage(video, x, y, from.width, from.height, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const grey = new Uint8ClampedArray(width * height);
    // Green is half of what the eye sees; red and blue are a quarter each.
    for (let at = 0; at < grey.length; at++)
      grey[at] = ((data[4 * at] ?? 0) + 2 * (data[4 * at + 1] ?? 0) + (data[4 * at + 2] ?? 0)) / 4;
    return readLabel(grey, width, height);
  };
}
