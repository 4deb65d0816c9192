/**
 * Whether people and clients are kept by our own dispatch service, which then answers the legacy calls too. A foreign
 * host keeps its own, and has no calls to change them.
 */
export const ownsDirectory = ({
  OPERATIONS_URL: operations,
  API_URL: api,
  BASE_URL: base,
}: {
  OPERATIONS_URL?: URL | undefined;
  API_URL: URL;
  BASE_URL: URL;
}): boolean => operations !== undefined && [api, base].every(({ origin }) => origin === operations.origin);
