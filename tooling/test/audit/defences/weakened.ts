/** One source change that removes a defence. */
export interface Change {
  /** Relative to the repository root. */
  file: string;
  /** Must occur exactly once, so that a moved defence is noticed. */
  from: string;
  to: string;
}

/** Certificates of a TLS proxy before the gateway. The audit must trust only the good one. */
export type InFront = 'good' | 'for another name' | 'of another authority';

/** A gateway without a defence, and the checks that must fail. */
export interface Weakened {
  /** The missing defence. */
  without: string;
  changes: readonly Change[];
  /** Settings on top of the usual ones. */
  settings?: Readonly<Record<string, string>>;
  /** Ids of checks that pass on an unchanged gateway and must fail on this one. */
  noticed: readonly string[];
  /** Served over TLS with this certificate, if the defence requires it. */
  tls?: InFront;
  /** Additional checks to request. */
  ask?: { slow?: true; throttle?: true };
}

/** Folder of most changes. */
export const BFF = 'apps/bff/src/';
export const HTTP = `${BFF}http/`;
export const POLICY = `${BFF}policy/`;
export const HANDLERS = `${POLICY}handlers/`;

/** @returns a change that replaces `from` by `to` in a file. */
export const change = (file: string, from: string, to: string): Change => ({ file, from, to });
