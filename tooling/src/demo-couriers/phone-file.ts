import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { PHONE_IDLE_DAYS, type Point } from '@despacho/contracts/dispatch';

const IDLE_MS = PHONE_IDLE_DAYS * 24 * 60 * 60_000;

/** A simulated phone as it is kept between runs. Times are in milliseconds since 1970, and 0 before it is connected. */
export interface KeptPhone {
  courierId: string;
  officeId: string;
  cookies: [name: string, value: string][];
  /** The absolute end of its session. */
  endsAt: number;
  usedAt: number;
  /** True if the office disconnected it or somebody connected another phone: it is never connected again. */
  isLeft: boolean;
  /** Where the courier was; missing before the first stop. */
  spot?: Point | undefined;
}

/** @returns whether the office must connect it, because it never was or its session has expired. */
export const isToConnect = ({ isLeft, endsAt, usedAt }: KeptPhone, now: number): boolean =>
  !isLeft && (endsAt <= now || usedAt + IDLE_MS <= now);

/** @returns the phones of an earlier run; undefined if there was none. */
export async function readPhones(file: string): Promise<KeptPhone[] | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as KeptPhone[]) : undefined;
}

/** Writes the phones, readable by this user alone: cookies are credentials. */
export async function writePhones(file: string, phones: readonly KeptPhone[]): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(phones), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
