/**
 * Kinds of background calls: no loading bar (S19) and no pop-up (S34, S37). All other calls count as foreground,
 * including the first load of a screen.
 */
export type Background =
  /** Refetches displayed data after a change, or because it is stale. */
  | 'refresh'
  /** Checks how long the session lasts and what its user may do. */
  | 'session'
  /** The outage page checks whether the service answers again. */
  | 'recovery'
  /** Fetches the csrf token for the login. */
  | 'token'
  /** Reports what the user is working on. */
  | 'presence'
  /** Reports input: the only one that keeps the session alive. */
  | 'touch';
