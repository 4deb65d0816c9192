import sharp from 'sharp';
import { drawDoor } from '../../../apps/backend/src/evidence/draw-demo-photo.ts';

/** Number of different doors; a prime, so that neighbouring orders differ in everything. */
const DOORS = 97;
const SIZE = { width: 1600, height: 1200 };

/** The grain of a cheap camera, drawn once: it costs as much as the rest. */
let grain: Promise<Buffer> | undefined;

function drawGrain(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { ...SIZE, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** @returns a JPEG of a parcel before a door, about as large as a phone's, with the order and its district on a label. */
export async function drawPhoto({
  id,
  code,
  district,
}: {
  id: string;
  code: string;
  district: string;
}): Promise<Buffer> {
  const label = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect x="40" y="40" width="620" height="150" rx="12" fill="#f5f1e8"/>
    <g font-family="sans-serif" fill="#222"><text x="70" y="108" font-size="58" font-weight="bold">${code}</text>
    <text x="70" y="166" font-size="42">${district.replaceAll(/[<&]/g, ' ')}</text></g></svg>`);
  return sharp(Buffer.from(drawDoor(Number(id) % DOORS)))
    .composite([{ input: label }, { input: await (grain ??= drawGrain()), blend: 'soft-light' }])
    .jpeg({ quality: 78 })
    .toBuffer();
}
