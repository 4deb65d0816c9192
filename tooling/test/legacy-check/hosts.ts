import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A password that no report may contain. */
export const PASSWORD = 'Clave-canario ñ&/+=?"';
export const TOKEN = 'token-canario-0123456789';
const RUC = 20600000001;

type Answers = (path: string, res: ServerResponse) => unknown;

export interface Host {
  environment: Record<string, string>;
  /** `METHOD /path` of each call received. */
  calls: string[];
  close(): Promise<void>;
}

/** Starts a host on a free port; it sends what `answers` returns as JSON, unless `answers` has responded itself. */
export async function startHost(answers: Answers): Promise<Host> {
  const calls: string[] = [];
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://host');
    calls.push(`${req.method ?? ''} ${pathname}`);
    const isSignIn = pathname === '/base/auth';
    if (isSignIn && searchParams.get('password') !== PASSWORD) res.writeHead(401).end();
    else {
      const value = answers(pathname, res);
      if (!res.headersSent && value !== undefined) res.end(JSON.stringify(value));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      API_URL: `${url}/api`,
      BASE_URL: `${url}/base`,
      STORAGE_URL: `${url}/storage`,
      STORAGE_USER: 'servicio',
      STORAGE_PASSWORD: 'clave-de-servicio',
      UPSTREAM_TIMEOUT_MS: '2000',
    },
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers as documented, and nothing more. */
export const STRICT: Answers = (path) =>
  ({
    '/base/auth': { token: TOKEN, sucursal: 'rama', ruc: String(RUC) },
    '/base/auth/credentials': {
      token: TOKEN,
      id: '1',
      username: 'ana',
      user: 'Ana',
      charge: 'S',
      officeId: { id: 'LIMA' },
      permissionsList: [{ module: 'G01' }],
    },
    '/api/users/LIMA': [{ id: 1, username: 'ana', user: 'Ana', charge: 'S', permissionsList: [{ module: 'G01' }] }],
    '/base/clients/': [{ id: 7, name: 'Bodega' }],
    '/base/clients/7': { id: 7, name: 'Bodega' },
    '/storage/sgdempresa/findPredeterminado': { data: { almacenamientoMaximo: 10, almacenamientoUsado: 1 } },
  })[path];

/** Adds fields, uses other types, and renames the tax id; all of it is readable. */
export const GENEROUS: Answers = (path) =>
  ({
    '/base/auth': { token: TOKEN, empresaRuc: RUC, clave: 'x' },
    '/base/auth/credentials': {
      id: 1,
      username: 70123456,
      user: 'Ana',
      charge: 'A',
      officeId: 12,
      permissionsList: [{ module: 'G01', desde: '2020' }],
      passwordHash: 'x',
    },
    '/api/users/12': [
      {
        id: 1,
        username: 70123456,
        user: 'Ana',
        charge: 'A',
        permissionsList: [{ module: 'G01', desde: '2020' }],
        anexo: 7,
      },
    ],
    '/base/clients/': [
      { id: 7, name: null, phone: 987654321, active: 1, lat: '-12.04', zona: 'Sur', claveInterna: 'x' },
    ],
    '/base/clients/7': { razonSocial: 'Bodega', phone: 987654321 },
    '/storage/sgdempresa/findPredeterminado': {
      data: { almacenamientoMaximo: '10', almacenamientoUsado: '1' },
      ok: true,
    },
  })[path];

/** Answers only the fields that the specification shows, and an error page instead of the clients. */
export const DOCUMENTED: Answers = (path, res) => {
  if (path === '/base/clients/') {
    res.writeHead(500).end('<html>Error</html>');
    return undefined;
  }
  const permissionsList = [{ module: 'G01' }, { module: '000' }];
  return {
    '/base/auth': { token: TOKEN },
    '/base/auth/credentials': { token: TOKEN, charge: 'S', officeId: { id: 'LIMA' }, user: 'Ana', permissionsList },
    '/api/users/LIMA': [
      { id: 1, user: 'Ana', permissionsList },
      { id: 2, user: 'Rosa', permissionsList: ['G01', { module: 'D01' }] },
    ],
    '/storage/sgdempresa/findPredeterminado': { data: { almacenamientoMaximo: 10, almacenamientoUsado: null } },
  }[path];
};

/** Answers mostly with undocumented forms, and sends terminal control sequences. */
export const HOSTILE: Answers = (path, res) => {
  if (path === '/storage/sgdempresa/findPredeterminado') {
    res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    return undefined;
  }
  if (path === '/base/clients/') {
    res.writeHead(200).write('[');
    return undefined;
  }
  return {
    '/base/auth': { token: TOKEN, [`\u001b[2J${PASSWORD}`]: PASSWORD },
    '/base/auth/credentials': {
      user: { nombre: 'Ana' },
      charge: ['S'],
      officeId: { id: 'LIMA' },
      permissionsList: ['G01'],
      [`\u001b]0;${TOKEN}\u0007`]: TOKEN,
    },
    '/api/users/LIMA': [{ nombre: 'Ana' }, { id: 3, permissionsList: null, charge: { id: 'S' } }, null],
  }[path];
};
