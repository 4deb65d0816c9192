const clients = '/clients';

/** All paths of the application, as the router sees them (below the base path). `assing` is the documented spelling. */
export const paths = {
  root: '/',
  auth: '/auth',
  login: '/auth/login',
  logout: '/auth/logout',
  /** Opened with the secret of a reset link in its fragment. */
  password: '/auth/password',
  /** Redirect URI of identity providers; also opened with the secret of an invitation in its fragment. */
  provider: '/entrar/proveedor',
  /** Target of a 401; redirects to `login`. */
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
  /** The trail of the company. */
  records: '/records',
  /** Offices of the company and their settings, for charge S. */
  settings: '/settings',
  /** The user's own. */
  sessions: '/sesiones',
} as const;
