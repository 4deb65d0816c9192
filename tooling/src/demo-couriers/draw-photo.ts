import sharp from 'sharp';
import { drawDoor } from '../../../apps/backend/tools/demo.ts';

/** Number of different doors; a prime, so that neighbouring orders differ in everything. */
const DOORS = 97;
/** A quarter of a phone's pixels: drawing and storing them is the largest cost of a delivery. */
const SIZE = { width: 800, height: 600 };
/** Draws the door, of 1,600 by 1,200, in that size. */
const DENSITY = 36;

/** Camera noise, drawn once: it costs as much as the rest. */
let grain: Promise<Buffer> | undefined;

function drawGrain(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { ...SIZE, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** @returns a JPEG of a parcel before a door, with the order and its district on a label. */
export async function drawPhoto({
  id,
  code,
  district,
}: {
  id: string;
  code: string;
  district: string;
}): Promise<Buffer> {
  const label = `<rect x="40" y="40" width="620" height="150" rx="12" fill="#f5f1e8"/>
    <g font-family="sans-serif" fill="#222"><text x="70" y="108" font-size="58" font-weight="bold">${code}</text>
    <text x="70" y="166" font-size="42">${district.replaceAll(/[<&]/g, ' ')}</text></g></svg>`;
  return sharp(Buffer.from(drawDoor(Number(id) % DOORS).replace('</svg>', label)), { density: DENSITY })
    .composite([{ input: await (grain ??= drawGrain()), blend: 'soft-light' }])
    .jpeg({ quality: 78 })
    .toBuffer();
}
