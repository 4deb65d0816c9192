import { type Config } from '#config.ts';

/**
 * Whether people and clients are kept by our own dispatch service, which then answers the legacy calls too. A foreign
 * host keeps its own, and has no calls to change them.
 */
export const ownsDirectory = ({
  OPERATIONS_URL: operations,
  API_URL: api,
  BASE_URL: base,
}: Pick<Config, 'OPERATIONS_URL' | 'API_URL' | 'BASE_URL'>): boolean =>
  operations !== undefined && [api, base].every(({ origin }) => origin === operations.origin);
