/**
 * Every kind of call that nobody waits for: no loading bar (S19) and no pop-up (S34, S37). Any other call counts as caused
 * by a person, the first load of a screen included.
 */
export type Background =
  /** Data on screen is read again, because somebody changed it or it is stale. */
  | 'refresh'
  /** The page checks how long the session lasts and what its person may use. */
  | 'session'
  /** The outage page checks whether the service answers again. */
  | 'recovery'
  /** Signing in needs an anti-forgery token. */
  | 'token'
  /** The page reports what its person is working on. */
  | 'presence'
  /** Somebody is using the page: the only one that keeps the session alive. */
  | 'touch';
