import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

const secret = (name: string): string => `${name}-${randomBytes(12).toString('hex')}`;

/** Unique secrets of a fake host. */
const makeCanaries = () => ({
  password: `${secret('Clave')} ñ&/+=?"`,
  wrongPassword: `${secret('Otra')} %41#`,
  loginToken: secret('login'),
  bearer: secret('portador'),
  branch: secret('sucursal'),
  taxId: randomBytes(12).toString('hex'),
  /** In fields that a careless host returns. */
  hash: secret('hash'),
  cookie: secret('galleta'),
  insides: secret('servidor'),
});

const MODULES = ['D01', 'M01', 'T02', 'G01', '000'].map((module) => ({ module, clave: 'x' }));

/** A foreign host that answers the seven calls with too many fields, including unknown ones. */
export class LegacyHost {
  readonly canaries = makeCanaries();
  /** Everything it received, decoded. */
  readonly received: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#answer(request, response);
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    this.received.push(...searchParams.values(), ...Object.values(request.headers).flat().map(String));
    const { insides, cookie } = this.canaries;
    const body = this.#bodyOf(pathname, searchParams);
    response.writeHead(body === undefined ? 500 : body === null ? 401 : 200, {
      'content-type': 'application/json',
      'set-cookie': `JSESSIONID=${cookie}; Path=/`,
      server: insides,
      'x-powered-by': insides,
    });
    response.end(JSON.stringify(body ?? { message: `error en ${insides}`, stack: insides }));
  }

  /** @returns null for a refusal, undefined to make the host fail. */
  #bodyOf(path: string, query: URLSearchParams): unknown {
    const { password, loginToken, bearer, branch, taxId, hash } = this.canaries;
    const careless = { clave: hash, passwordHash: hash, datos: { token: bearer, rubro: 'Ferretería' } };
    const client = { id: 71, nombre: 'Bodega Canario', rubroComercial: 'Abarrotes', ...careless };
    switch (path) {
      case '/legacy/base/auth':
        return query.get('password') === password
          ? { token: loginToken, sucursal: branch, ruc: taxId, ...careless }
          : null;
      case '/legacy/base/auth/credentials':
        return {
          ...careless,
          token: bearer,
          ruc: taxId,
          user: 'Carla Canario',
          charge: 'A',
          officeId: { id: 'LIMA', clave: hash },
          permissionsList: MODULES,
        };
      case '/legacy/base/clients/':
        return [client];
      case '/legacy/base/clients/71':
        return { ...client, lineaDeCredito: 'Preferente' };
      case '/legacy/api/users/LIMA':
        return [
          { id: 5, username: 'carla', user: 'Carla Canario', charge: 'A', permissionsList: MODULES, ...careless },
          {
            id: 6,
            username: 'pedro',
            user: 'Pedro Prueba',
            charge: 'O',
            permissionsList: [],
            anexo: '4411',
            ...careless,
          },
        ];
      case '/legacy/api/permission/6':
        return { ok: true, ...careless };
      case '/legacy/storage/sgdempresa/findPredeterminado':
        return {
          data: { almacenamientoMaximo: 10_758_400_000, almacenamientoUsado: 1_050_625, clave: hash, ruc: taxId },
        };
      default:
        return undefined;
    }
  }
}
