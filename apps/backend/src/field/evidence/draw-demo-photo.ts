import { PHOTO_SIZES } from '@despacho/contracts/dispatch';
import { type EvidenceStore, fileName, SIZES } from './evidence-store.ts';
import { type PictureDecoder } from './picture-decoder.ts';
import { type Picture } from './read-picture.ts';

/** How many different doors there are; `demo-firma` is a signature. */
export const DEMO_DOORS = 12;

/** The name of the demonstration's files in the store. Many photos share one. */
const NAME = /^demo-(\d\d|firma)$/;

/** @returns whether a photo's files are drawn when they are first needed. */
export const isDrawn = (file: string): boolean => NAME.test(file);

/** An author without an office, so that drawings do not take the turns of one. */
const DEMO = { officeId: '', username: '' };

const WALLS = ['#c9b79c', '#b5a28a', '#a8b3a0', '#c7a58f', '#9fabb8', '#d2c4ad'];
const DOORS = ['#5b3a29', '#2f4a3c', '#33475e', '#6e2f2a', '#3d3d3d', '#7a5b2e', '#24506b'];

/** Seven segments of each digit, from the top clockwise and the middle last. */
const DIGITS = [
  '1111110',
  '0110000',
  '1101101',
  '1111001',
  '0110011',
  '1011011',
  '1011111',
  '1110000',
  '1111111',
  '1111011',
];
const SEGMENTS = ['M2 0h16', 'M20 2v16', 'M20 22v16', 'M2 40h16', 'M0 22v16', 'M0 2v16', 'M2 20h16'];

/** A number as lines, because a server has no fonts. */
const digits = (text: string): string =>
  text
    .split('')
    .map((digit, at) => {
      const lines = (DIGITS[Number(digit)] ?? '')
        .split('')
        .map((on, segment) => (on === '1' ? SEGMENTS[segment] : ''))
        .join('');
      return `<path transform="translate(${at * 30} 0)" d="${lines}"/>`;
    })
    .join('');

/** @returns an SVG of 1,600 by 1,200 pixels: a front door with a parcel, different for each number. */
export function drawDoor(number: number): string {
  const wall = WALLS[number % WALLS.length] ?? '';
  const leaf = DOORS[(number * 3) % DOORS.length] ?? '';
  const left = 560 + ((number * 83) % 200);
  const box = 120 + ((number * 37) % 90);
  const bricks = Array.from({ length: 220 }, (_, at) => {
    const [x, y] = [(at % 20) * 84 - (Math.floor(at / 20) % 2) * 42, Math.floor(at / 20) * 84];
    return `<rect x="${x}" y="${y}" width="80" height="80" opacity="${0.03 + ((at * 7 + number) % 9) / 60}"/>`;
  }).join('');
  const plants = Array.from({ length: number % 3 }, (_, at) => {
    const x = 180 + at * 170;
    return `<path fill="#7b5a3a" d="M${x - 45} 900h90l-14 110h-62z"/><path fill="#4c7a45" d="M${x} 905c-80-60-70-150-20-190 10 50 30 40 40 0 50 50 60 130-20 190z"/>`;
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="1600" height="1200" fill="${wall}"/><g fill="#000">${bricks}</g>
    <rect y="1010" width="1600" height="190" fill="#8d8a84"/><path d="M0 1010h1600v18H0z" fill="#6f6c67"/>
    <rect x="${left - 26}" y="214" width="472" height="800" fill="#e6e1d6"/>
    <rect x="${left}" y="240" width="420" height="774" fill="${leaf}"/>
    <g fill="#000" opacity=".16"><rect x="${left + 50}" y="300" width="320" height="250"/><rect x="${left + 50}" y="620" width="320" height="320"/></g>
    <circle cx="${left + 385}" cy="650" r="16" fill="#d8b24a"/>
    <rect x="${left + 470}" y="330" width="150" height="96" fill="#1f3a63"/>
    <g transform="translate(${left + 490} 358)" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round">${digits(String(117 + number * 53))}</g>
    ${plants}
    <g transform="translate(${left - 60 - box} ${1060 - box})"><path fill="#000" opacity=".25" d="M-12 ${box * 0.95}h${box * 2}v18H-12z"/>
      <rect width="${box * 1.7}" height="${box}" fill="#b98a56"/><rect x="${box * 0.72}" width="${box * 0.24}" height="${box}" fill="#d9b98c"/>
      <rect x="${box * 1.1}" y="${box * 0.55}" width="${box * 0.45}" height="${box * 0.3}" fill="#f5f1e8"/></g>
  </svg>`;
}

const SIGNATURE = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="420"><rect width="900" height="420" fill="#fff"/>
  <path fill="none" stroke="#1b2f6b" stroke-width="7" stroke-linecap="round" d="M90 270c60-190 120-200 110-90s-60 150-50 60 90-150 130-90-30 130 20 110 60-130 110-110 0 110 50 90 50-90 100-80 10 70 60 60 60-40 150-60M150 320c200-40 400-30 600-50"/></svg>`;

/** Never aborted: several readers of a photo share the work, and one of them may disconnect. */
const STAYS = new AbortController().signal;

/** @returns one of the demonstration's photos in all sizes. @throws TypeError for the name of a real photo. */
async function drawPhoto(decoder: PictureDecoder, file: string): Promise<Picture> {
  const [, which] = NAME.exec(file) ?? [];
  if (which === undefined) throw new TypeError('Not a photo of the demonstration');
  const bytes = Buffer.from(which === 'firma' ? SIGNATURE : drawDoor(Number(which)));
  const reply = await decoder.decode({ kind: 'drawing', bytes, sizes: PHOTO_SIZES }, DEMO, STAYS);
  if ('fault' in reply) throw new Error(`The photo ${file} was not drawn: ${reply.fault}`);
  return reply.picture;
}

const drawing = new Map<string, Promise<Picture>>();

/** Like `drawPhoto`, and stores the result; many readers of one photo share the work. */
export function drawOnce(store: EvidenceStore, decoder: PictureDecoder, file: string): Promise<Picture> {
  const known = drawing.get(file);
  if (known) return known;
  const work = (async () => {
    const picture = await drawPhoto(decoder, file);
    for (const size of SIZES) await store.put(fileName(file, size), picture.files[size]);
    return picture;
  })().finally(() => {
    drawing.delete(file);
  });
  drawing.set(file, work);
  return work;
}
