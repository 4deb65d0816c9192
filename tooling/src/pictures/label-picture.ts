import { encode } from 'uqr';

/** A picture in shades of grey: one byte for each pixel, by rows. */
export interface GreyPicture {
  grey: Uint8ClampedArray;
  width: number;
  height: number;
}

const WHITE = 235;
const BLACK = 20;

/** Widths of bars and spaces of each Code 128 symbol (ISO/IEC 15417); the last is the stop symbol. */
const SYMBOLS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const START_B = 104;
const CHECK = 103;
const STOP = 106;

/** @returns the modules of a Code 128 in set B, dark or not, as a single row. @param text printable ASCII. */
function code128(text: string): boolean[][] {
  const values = [START_B, ...Array.from(text, (letter) => letter.charCodeAt(0) - 32)];
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % CHECK;
  const widths = [...values, check, STOP].map((value) => SYMBOLS[value]).join('');
  return [Array.from(widths, (width, place) => Array<boolean>(Number(width)).fill(place % 2 === 0)).flat()];
}

const WIDTH = 640;
const HEIGHT = 480;

/**
 * Draws a label in the middle of a picture, as a camera sees it from 10 cm.
 * @param kind QR codes hold any text, bar codes printable ASCII.
 * @param degrees by which it is turned, clockwise.
 */
export function labelPicture(kind: 'qr' | 'bar', text: string, degrees = 0): GreyPicture {
  const modules = kind === 'qr' ? encode(text, { ecc: 'M', border: 0 }).data : code128(text);
  const columns = modules[0]?.length ?? 0;
  const size = Math.floor((kind === 'qr' ? HEIGHT * 0.6 : WIDTH * 0.75) / columns);
  const rowHeight = kind === 'qr' ? size : HEIGHT * 0.3;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const grey = new Uint8ClampedArray(WIDTH * HEIGHT).fill(WHITE);
  for (let at = 0; at < grey.length; at++) {
    // Of the middle of the pixel, from the middle of the picture.
    const [x, y] = [(at % WIDTH) + 0.5 - WIDTH / 2, Math.floor(at / WIDTH) + 0.5 - HEIGHT / 2];
    const column = Math.floor((x * cos + y * sin) / size + columns / 2);
    const row = Math.floor((y * cos - x * sin) / rowHeight + modules.length / 2);
    if (modules[row]?.[column]) grey[at] = BLACK;
  }
  return { grey, width: WIDTH, height: HEIGHT };
}

/**
 * @param pictures of one size, each of which is shown for half a second.
 * @returns the file of a video that Chromium's simulated camera plays again and again (YUV4MPEG2).
 */
export function cameraVideo(pictures: readonly GreyPicture[]): Buffer {
  const [{ width, height } = { width: 0, height: 0 }] = pictures;
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frames = pictures.flatMap(({ grey }) => [Buffer.from('FRAME\n'), Buffer.from(grey), colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F2:1 Ip A1:1 C420\n`), ...frames]);
}
