const clients = '/clients';

/** Every address of the application, once, as the router knows it (below the base path). `assing` is spelt so on the wire. */
export const paths = {
  root: '/',
  auth: '/auth',
  login: '/auth/login',
  logout: '/auth/logout',
  /** Where a 401 leads; forwards to `login`. */
  expired: '/login',
  forbidden: '/error/403',
  dashboard: '/dashboard',
  map: '/map',
  assign: '/assing',
  images: '/images',
  clients,
  /** The router's pattern of `client`. */
  anyClient: `${clients}/:id`,
  client: (id: string | number) => `${clients}/${encodeURIComponent(id)}`,
  permissions: '/permissions',
  /** The person's own. */
  sessions: '/sesiones',
} as const;
