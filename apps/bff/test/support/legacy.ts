import { type FakeUpstream, sendJson, startFakeUpstream, type Hit } from './fake-upstream.ts';

export interface LegacyUser {
  id: string | number;
  username: string;
  user: string;
  password: string;
  charge: string;
  office: string;
  modules: string[];
  token: string;
  ruc: string | null;
}

const user = (id: number, username: string, office: string, charge: string, modules: string[]): LegacyUser => ({
  id: String(id),
  username,
  user: `Nombre de ${username}`,
  password: `contraseña de ${username}`,
  charge,
  office,
  modules,
  token: `token-${username}-0123456789abcdef`,
  ruc: `2060000${String(id).padStart(4, '0')}`,
});

/** Adds another user to the hosts, for tests that require a kind that `people` lacks. */
export function addPerson(
  legacy: Legacy,
  username: string,
  { office = 'LIMA', charge = 'O', modules = [] }: { office?: string; charge?: string; modules?: readonly string[] },
): LegacyUser {
  const added = user(100 + Object.keys(legacy.users).length, username, office, charge, [...modules]);
  Object.assign(legacy.users, { [username]: added });
  return added;
}

/** Users of three kinds in two offices, for the hand-written access matrices. */
export const people = () => ({
  ana: user(1, 'ana', 'LIMA', 'S', ['D01', 'M01', 'U01', 'T02', 'G01', '000']),
  gloria: user(2, 'gloria', 'LIMA', 'A', ['G01', 'D01']),
  rosa: user(3, 'rosa', 'LIMA', 'O', ['T02', '000', 'X99']),
  nadie: user(4, 'nadie', 'LIMA', 'O', []),
  beto: user(5, 'beto', 'CUSCO', 'A', ['G01', '000']),
});

export interface Legacy extends FakeUpstream {
  users: ReturnType<typeof people>;
  /** Settings of the gateway. */
  environment: { API_URL: string; BASE_URL: string; STORAGE_URL: string };
}

const CLIENTS = [
  { id: 7, name: 'Bodega Ñandú', segmento: { zona: 'Sur', prioridad: 3 }, claveInterna: 'no-debe-verse' },
  { id: 'C-8', name: 'Óptica', historial: [{ token: 'tampoco', nota: 'sí' }] },
];

/** A server for the seven legacy calls as specified, with additional fields. */
export async function startLegacy(): Promise<Legacy> {
  const users = people();
  const all = (): LegacyUser[] => Object.values(users);
  const bearerOf = (hit: Hit) => all().find(({ token }) => hit.headers.authorization === `Bearer ${token}`);
  const listed = ({ id, username, user: name, charge, modules, password, ruc }: LegacyUser) => ({
    id,
    username,
    user: name,
    charge,
    permissionsList: modules.map((module) => ({ module })),
    passwordHash: `hash of ${password}`,
    telefono: '999 888 777',
    interno: { rucEmpresa: ruc === null ? null : 'x', apiToken: 'tampoco' },
  });

  const upstream = await startFakeUpstream((hit, res) => {
    const { method, path, query } = hit;
    const route = `${method} ${path}`;
    if (route === 'GET /base/auth') {
      const found = all().find((one) => one.username === query['user'] && one.password === query['password']);
      if (found?.office !== query['sucursal']) sendJson(res, 401, { message: 'credenciales' });
      else
        sendJson(
          res,
          200,
          { token: found?.token, sucursal: `branch-${found?.office ?? ''}`, ruc: found?.ruc },
          { 'set-cookie': 'up=1', server: 'Legacy/1' },
        );
      return;
    }
    if (route === 'GET /base/auth/credentials') {
      const found = all().find(({ token }) => token === query['token']);
      if (!found) sendJson(res, 401, { message: 'token' });
      else
        sendJson(res, 200, {
          ...listed(found),
          token: found.token,
          officeId: { id: found.office, name: found.office },
          ruc: found.ruc,
        });
      return;
    }
    if (route === 'GET /storage/sgdempresa/findPredeterminado') {
      sendJson(res, 200, {
        data: { almacenamientoMaximo: 107584000000, almacenamientoUsado: '67132416000', clave: 'no' },
        extra: 1,
      });
      return;
    }
    if (route === 'GET /operations/assertion') {
      res.writeHead(204).end();
      return;
    }
    const caller = bearerOf(hit);
    if (!caller) {
      sendJson(res, 401, { message: 'sin token' });
      return;
    }
    const permission = /^\/api\/permission\/(.+)$/.exec(path);
    const office = /^\/api\/users\/(.+)$/.exec(path);
    if (method === 'POST' && permission) {
      const target = all().find(({ id }) => String(id) === permission[1]);
      const { permissionsList } = JSON.parse(hit.body) as { permissionsList: { module: string }[] };
      if (target) target.modules = permissionsList.map(({ module }) => module);
      sendJson(res, 200, { id: permission[1], permissionsList, claveNueva: 'no' });
    } else if (method === 'GET' && office)
      sendJson(
        res,
        200,
        all()
          .filter((one) => one.office === office[1])
          .map(listed),
      );
    else if (route === 'GET /base/clients/') sendJson(res, 200, CLIENTS);
    else if (method === 'GET' && path.startsWith('/base/clients/')) {
      const found = CLIENTS.find(({ id }) => path === `/base/clients/${id}`);
      sendJson(res, found ? 200 : 404, found ?? { message: 'no existe en db-legacy-7' });
    } else sendJson(res, 404, { message: 'ruta' });
  });
  const environment = {
    API_URL: `${upstream.url}/api`,
    BASE_URL: `${upstream.url}/base`,
    STORAGE_URL: `${upstream.url}/storage/`,
  };
  return { ...upstream, users, environment };
}
