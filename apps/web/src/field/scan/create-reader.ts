import { barcodeDetector } from '#shared/browser/barcode-detector.ts';
import { within } from '#shared/browser/within.ts';
import { loadPart } from '#shared/http/load-part.ts';

/** What labels of parcels are printed with. */
const FORMATS = ['qr_code', 'code_128'];

/** For one picture. */
const LIMIT_MS = 3000;
/** Consecutive failures after which our own reader is used: some Android phones have the API without the service behind it. */
const MAX_FAILURES = 3;
/** Of a video: it has a picture. */
const HAS_PICTURE = 2;

/** @returns the text of a label in the present picture, if there is one. */
type ReadVideo = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Named so if our own reader cannot be downloaded. */
export const NO_READER = 'NoReader';

/** Downloaded only where the browser has no detector; the service worker stores it. */
const loadReader = () => import('./label-reader.ts');

async function ownReader(): Promise<(video: HTMLVideoElement) => string | undefined> {
  try {
    return (await loadPart(loadReader)).createLabelReader();
  } catch (cause) {
    throw Object.assign(new Error('The reader cannot be loaded', { cause }), { name: NO_READER });
  }
}

/** @returns the reader of labels: the browser's detector, or our own reader where it is absent or fails. */
export async function createReader(): Promise<ReadVideo> {
  const detector = await barcodeDetector(FORMATS);
  let failures = 0;
  let own: Awaited<ReturnType<typeof ownReader>> | undefined;
  return async (video) => {
    if (!detector || failures >= MAX_FAILURES) {
      own ??= await ownReader();
      return own(video);
    }
    const found = await within(LIMIT_MS, () => detector.detect(video), null);
    // A picture that is not ready yet is an error too.
    if (found) failures = 0;
    else if (video.readyState >= HAS_PICTURE) failures++;
    return found?.[0]?.rawValue;
  };
}
