import { useEffect, useState } from 'react';
import { hasCamera } from '#shared/browser/camera.ts';

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

/** The browser's own detector. Not in TypeScript's types: only Chrome on Android and macOS has it. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

/** What labels of orders are printed with. */
const FORMATS: readonly string[] = ['qr_code', 'code_128'];

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

async function supportedFormats(): Promise<string[]> {
  const supported = await detectorClass()?.getSupportedFormats();
  return FORMATS.filter((format) => supported?.includes(format));
}

/** @returns a detector for labels of orders. @throws if the browser has none. */
export async function createDetector(): Promise<Detector> {
  const Class = detectorClass();
  if (!Class) throw new Error('No BarcodeDetector');
  return new Class({ formats: await supportedFormats() });
}

/** @returns whether this browser can read labels with the camera; false until that is known. */
export function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false);
  useEffect(() => {
    if (!hasCamera() || !detectorClass()) return;
    let isGone = false;
    void supportedFormats()
      .catch(() => [])
      .then(({ length }) => {
        if (!isGone) setCanScan(length > 0);
      });
    return () => {
      isGone = true;
    };
  }, []);
  return canScan;
}
