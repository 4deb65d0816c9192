import { randomBytes } from 'node:crypto';

/** @returns new random secrets, which both services share. */
export function makeSecrets() {
  const secret = (): string => randomBytes(32).toString('base64url');
  return {
    operationsKey: secret(),
    secretsKey: secret(),
    sessionSecret: secret(),
    storageUser: `almacen-${randomBytes(4).toString('hex')}`,
    storagePassword: secret(),
  };
}

export type SharedSecrets = ReturnType<typeof makeSecrets>;

/** @returns the environment of a dispatch service with demo data in `dataDir`. */
export function backendEnvironment(port: number, dataDir: string, secrets: SharedSecrets): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DEMO: '1',
    DATA_DIR: dataDir,
    FINISH_SECONDS: '8',
    OPERATIONS_KEY: secrets.operationsKey,
    SECRETS_KEY: secrets.secretsKey,
    STORAGE_USER: secrets.storageUser,
    STORAGE_PASSWORD: secrets.storagePassword,
  };
}

/** Where a gateway listens and its upstream. */
interface GatewayPlace {
  port: number;
  adminPort: number;
  /** Address of the dispatch service, or of a proxy before it, without a path. */
  upstream: string;
}

/** @returns the environment of a gateway opened at `localhost` or `127.0.0.1`. */
export function gatewayEnvironment(place: GatewayPlace, secrets: SharedSecrets): NodeJS.ProcessEnv {
  const { port, adminPort, upstream } = place;
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_PORT: String(adminPort),
    ADMIN_HOST: '127.0.0.1',
    PUBLIC_ORIGIN: `http://localhost:${port},http://127.0.0.1:${port}`,
    // No load balancer has to notice a shutdown, and `stop()` allows ten seconds in total.
    DRAIN_SECONDS: '0',
    FINISH_SECONDS: '8',
    SESSION_SECRET: secrets.sessionSecret,
    OPERATIONS_KEY: secrets.operationsKey,
    STORAGE_USER: secrets.storageUser,
    STORAGE_PASSWORD: secrets.storagePassword,
    BASE_URL: `${upstream}/legacy/base`,
    API_URL: `${upstream}/legacy/api`,
    STORAGE_URL: `${upstream}/legacy/storage`,
    OPERATIONS_URL: `${upstream}/operations`,
  };
}
