import { readRows } from '@despacho/contracts/legacy';
import { type TolerantReading } from './policy.ts';

/**
 * @param row contract of a row.
 * @returns a function that reads a legacy host's list; rows without an id are left out and counted.
 */
export const rowsOf =
  (row: Parameters<typeof readRows>[0]) =>
  (value: unknown): TolerantReading | undefined => {
    const read = readRows(row, value);
    return read && { value: read.rows, skipped: read.skipped };
  };
