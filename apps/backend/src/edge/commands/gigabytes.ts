import { BYTES_PER_SHOWN_GB } from '@despacho/contracts';
import { Refusal } from '#platform/refusal.ts';

/** @param gigabytes as the storage indicator shows them. @returns bytes. */
export function bytesOf(gigabytes: string): number {
  const value = gigabytes === '' ? NaN : Number(gigabytes);
  if (!(value >= 0 && value <= 1e6)) throw new Refusal('invalid', '--storage-gb must be a number of GB');
  return Math.round(value * BYTES_PER_SHOWN_GB);
}

export const gigabytesOf = (bytes: number): string => String(Math.round((bytes / BYTES_PER_SHOWN_GB) * 10) / 10);
