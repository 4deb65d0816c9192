import { BinaryBitmap, Code128Reader, GlobalHistogramBinarizer, RGBLuminanceSource } from '@zxing/library';
import { decodeQR } from 'qr/decode.js';

/** The part of the video's width and height that is read: a little more than the frame that the courier aims with. */
const PART = 0.9;
/** Wider than high, because a bar code must fit. */
const ASPECT = 4 / 3;
/** In pixels. A Code 128 of 20 characters has 255 modules, and each needs two pixels. */
const MAX_WIDTH = 960;

function readBars(data: Uint8ClampedArray, width: number, height: number): string {
  const grey = new Uint8ClampedArray(width * height);
  // Luminance: half green, a quarter red, a quarter blue.
  for (let at = 0; at < grey.length; at++)
    grey[at] = ((data[4 * at] ?? 0) + 2 * (data[4 * at + 1] ?? 0) + (data[4 * at + 2] ?? 0)) / 4;
  const picture = new BinaryBitmap(new GlobalHistogramBinarizer(new RGBLuminanceSource(grey, width, height)));
  return new Code128Reader().decode(picture).getText();
}

const readQr = (data: Uint8ClampedArray, width: number, height: number): string => decodeQR({ data, width, height });

/**
 * Reads a label without the browser's help.
 * @param data four bytes for each pixel, as a canvas returns them.
 * @returns the text of a Code 128 or QR code, if one is found.
 */
export function readLabel(data: Uint8ClampedArray, width: number, height: number): string | undefined {
  // The bar code first: it takes a few rows of the picture, the QR code all of it.
  for (const read of [readBars, readQr])
    try {
      return read(data, width, height);
    } catch {
      // No code of this kind is legible.
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
    return readLabel(context.getImageData(0, 0, width, height).data, width, height);
  };
}
