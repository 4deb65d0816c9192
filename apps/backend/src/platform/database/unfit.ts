import { type UnavailableReason } from './database-error.ts';

/**
 * Why this process should get no requests: its database is unavailable, or its clock or OPERATIONS_KEY differs from
 * those of the other processes.
 */
export type UnfitReason = UnavailableReason | 'clock' | 'key';

/** This process cannot serve requests, although another one may. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly reason: UnfitReason;

  constructor(reason: UnfitReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * Checks whether a process can use its database. Rejects with DatabaseUnavailable or Unfit.
 * @param fingerprints hashes of the process's keys; if empty, keys are not compared.
 */
export type DatabaseCheck = (fingerprints: readonly string[]) => Promise<void>;
