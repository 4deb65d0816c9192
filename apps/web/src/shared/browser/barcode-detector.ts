import { within } from './within.ts';

const LIMIT_MS = 2000;

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

/** Not in TypeScript's types: only Chrome on Android and macOS has it. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

/** @returns the browser's own detector of bar codes; undefined if it does not read all these formats, or does not answer. */
export const barcodeDetector = (formats: readonly string[]): Promise<Detector | undefined> =>
  within(
    LIMIT_MS,
    async () => {
      const Class = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
      const supported = (await Class?.getSupportedFormats()) ?? [];
      return Class && formats.every((format) => supported.includes(format)) ? new Class({ formats }) : undefined;
    },
    undefined,
  );
