import { type UnavailableReason } from './database-error.ts';

/**
 * Why this process should get no requests: its database is unavailable, or its clock or OPERATIONS_KEY is not that of
 * the other processes.
 */
export type UnfitReason = UnavailableReason | 'clock' | 'key';

/** This process cannot do its work, although another one may. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly reason: UnfitReason;

  constructor(reason: UnfitReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * Whether a process can use its database. Rejects with DatabaseUnavailable or Unfit.
 * @param fingerprints of the keys of the process; without any, keys are not compared.
 */
export type DatabaseCheck = (fingerprints: readonly string[]) => Promise<void>;
