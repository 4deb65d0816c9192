/** One change of a source that takes a defence out. */
export interface Change {
  /** Below the repository's folder. */
  file: string;
  /** Has to be there, exactly once: a defence that moved must be looked for again. */
  from: string;
  to: string;
}

/** The certificates a TLS end before a gateway can have. The audit is to believe the good one alone. */
export type InFront = 'good' | 'for another name' | 'of another authority';

/** A gateway that lacks something, and the checks that must notice. */
export interface Weakened {
  /** What it lacks. */
  without: string;
  changes: readonly Change[];
  /** Settings on top of the usual ones. */
  settings?: Readonly<Record<string, string>>;
  /** Ids of checks that hold on a sound gateway and must not on this one. */
  noticed: readonly string[];
  /** Served over TLS, where the defence matters, with this certificate. */
  tls?: InFront;
  /** What the audit has to be asked for besides. */
  ask?: { slow?: true; throttle?: true };
}

/** Folders most changes are in. */
export const BFF = 'apps/bff/src/';
export const MIDDLEWARE = `${BFF}middleware/`;
export const ROUTES = `${BFF}routes/`;

/** @returns the change of a file that puts `to` in the place of `from`. */
export const change = (file: string, from: string, to: string): Change => ({ file, from, to });
