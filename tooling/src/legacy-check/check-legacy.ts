import { client, id as pathId, mayUse, type User, user } from '@despacho/contracts';
import { officeCommand } from '@despacho/contracts/assertion';
import { codeAt, isRecord, legacyCredentials, listIn, recordIn } from '../../../packages/contracts/src/legacy/index.ts';
import { type Config } from '../../../apps/bff/tools/settings.ts';
import {
  type AuthPath,
  createAgents,
  createAssertions,
  createIdentityCalls,
  getFromUpstream,
  type Identity,
  readJson,
  ROUTES,
  statusFailure,
  upstreamUrl,
} from '../../../apps/bff/tools/gateway.ts';
import { askAsGateway, type Asked, failureRemarks, timed } from './ask-as-gateway.ts';
import { changeableOf, describeLocks } from './describe-locks.ts';
import { describeRecords, listed, printable, remark, type Remark, typeOf } from './describe-records.ts';

/** Remarks on one documented call. */
interface CallReport {
  call: string;
  remarks: Remark[];
}

interface Account {
  sucursal: string;
  username: string;
  password: string;
}

/** The gateway's behaviour with this host, by its own functions; tests compare it with a running gateway. */
export interface Verdicts {
  /** Kind of the failure, or null. */
  signIn: string | null;
  users?: string | null;
  /** Ids of the users whose permissions can be changed. */
  changeable?: string[];
  clients?: string | null;
  client?: { id: string; failure: string | null };
  storage?: string | null;
}

interface Checked {
  reports: CallReport[];
  verdicts: Verdicts;
}

/** Whether something will not work with this host. */
export const hasFault = (reports: readonly CallReport[]): boolean =>
  reports.some(({ remarks }) => remarks.some(({ kind }) => kind === 'will not work'));

/** A Peruvian RUC; recognizes the tax id in a field that no setting names. */
const TAX_ID = /^(10|15|16|17|20)\d{9}$/;

const USERS = { username: 'users are told apart by id or display name', charge: 'only charge S may change such users' };
const CREDENTIALS = {
  id: 'the user is told apart by account or display name',
  charge: 'such people have no charge: not S, and one office',
  permissionsList: 'such people have no section',
};

const isId = (id: unknown): boolean => pathId.safeParse(String(id)).success;

/** @returns the form of a value that can be read but is not as documented. */
function formOf(value: unknown): string {
  const nested = isRecord(value) ? Object.keys(value).filter((name) => typeOf(value[name]) === 'list') : [];
  return `${typeOf(value)}${nested.length > 0 ? ` with a list in ${nested.map(printable).join(', ')}` : ''}`;
}

/** Reports where the branch token and the tax id were found, or which setting to change. */
function fieldRemarks(config: Config, login: unknown, credentials: unknown): Remark[] {
  const { LOGIN_BRANCH_FIELD: branch, LOGIN_TAX_ID_FIELD: taxId } = config;
  const ofBranch =
    codeAt(login, branch) === null
      ? remark(
          'missing',
          `no branch token in ${branch}: the credentials call gets none. LOGIN_BRANCH_FIELD names another`,
        )
      : remark('understood', `branch token in ${branch}`);
  if ((codeAt(login, taxId) ?? codeAt(credentials, taxId)) !== null)
    return [ofBranch, remark('understood', `tax id in ${taxId}`)];
  const [other] = [login, credentials].flatMap((answer) =>
    isRecord(answer) ? Object.keys(answer).filter((name) => TAX_ID.test(codeAt(answer, name) ?? '')) : [],
  );
  return [
    ofBranch,
    remark('missing', `no tax id in ${taxId}: the storage call uses STORAGE_TAX_ID`),
    ...(other === undefined ? [] : [remark('change', `LOGIN_TAX_ID_FIELD=${printable(other)} looks like it`)]),
  ];
}

/** Reports how the host describes the person. */
function personRemarks(credentials: unknown, { person }: Identity): Remark[] {
  const sections = Object.entries({ 'Permiso Usuario': 'users.listOwn', Clientes: 'clients.list' } as const);
  const closed = sections.filter(([, id]) => !mayUse(ROUTES[id].access as never, person.modules)).map(([name]) => name);
  return [
    // Only documented fields of this response reach the browser.
    ...describeRecords(legacyCredentials, [credentials], [], CREDENTIALS),
    remark('understood', `${person.modules.length} modules; charge ${person.charge === '' ? 'none' : 'stated'}`),
    ...(person.modules.length === 0 ? [remark('will not work', 'this account has no section at all')] : []),
    ...(closed.length > 0 ? [remark('missing', `this account may not open: ${closed.join(', ')}`)] : []),
  ];
}

function listRemarks(
  { failure, reading, received, milliseconds }: Asked,
  schema: typeof user | typeof client,
  consequences: Record<string, string>,
): Remark[] {
  if (failure) {
    const form =
      received === undefined
        ? []
        : [remark('will not work', `the answer is a ${formOf(received)}; expected is a list`)];
    return [...form, ...failureRemarks(failure)];
  }
  const rows = reading?.value as unknown[];
  const sent = listIn(received) as unknown[];
  const skipped = reading?.skipped ?? 0;
  return [
    remark('reachable', `in ${milliseconds} ms`),
    ...describeRecords(schema, sent, rows, consequences),
    ...(skipped > 0
      ? [remark('will not work', `${skipped} of ${sent.length} cannot be read: no usable id, or no record`)]
      : []),
  ];
}

/** Reports whether the dispatch service has the office, if one is configured. */
async function officeReport(config: Config, { person, secrets }: Identity): Promise<CallReport[]> {
  const { OPERATIONS_URL: url, OPERATIONS_KEY: key } = config;
  if (!url || !key) return [];
  const agents = createAgents();
  try {
    const { value, failure } = await timed(config, async (signal) => {
      const headers = { authorization: `Bearer ${await createAssertions(key)(person, secrets.taxId)}` };
      const answer = await getFromUpstream(upstreamUrl(url, '/offices'), '', headers, agents, signal);
      const body = await readJson(answer, 1024 * 1024, signal);
      if (answer.statusCode !== 200) throw statusFailure(answer.statusCode ?? 0, undefined);
      return Array.isArray(body) && body.some((office) => isRecord(office) && office['id'] === person.officeId);
    });
    const found = value === true;
    const remarks = failure
      ? failureRemarks(failure)
      : found
        ? [remark('understood', 'the dispatch service has the office of this account')]
        : [
            remark(
              'will not work',
              'the dispatch service does not have the office of this account, or no tax id is known',
            ),
            remark('change', officeCommand(person.officeId)),
          ];
    return [{ call: 'GET {OPERATIONS_URL}/offices', remarks }];
  } finally {
    agents.close();
  }
}

/**
 * Makes the documented read calls with the gateway's own functions. The only write is judged by the gateway's rules on
 * the responses of the reads.
 */
export async function checkLegacy(config: Config, account: Account): Promise<Checked> {
  const agents = createAgents();
  const reports: CallReport[] = [];
  const report = (call: string, ...remarks: Remark[]): void => void reports.push({ call, remarks });
  const bodies = new Map<AuthPath, unknown>();
  const calls = createIdentityCalls(config, agents, Date.now, (path, body) => bodies.set(path, body));

  try {
    const signedIn = await timed(config, (signal) => calls.signIn(account, signal));
    const login = bodies.get('/auth');
    const credentials = bodies.get('/auth/credentials');
    const reached = remark('reachable', `in ${signedIn.milliseconds} ms`);
    if (!signedIn.value) {
      const { failure } = signedIn;
      const path: AuthPath = bodies.has('/auth') ? '/auth/credentials' : '/auth';
      const names = isRecord(bodies.get(path) ?? login)
        ? `; its fields: ${listed(Object.keys((bodies.get(path) ?? login) as object))}`
        : '';
      if (bodies.has('/auth')) report('GET {BASE_URL}/auth', reached, ...fieldRemarks(config, login, credentials));
      report(
        `GET {BASE_URL}${path}`,
        ...(failure ? failureRemarks(failure) : []),
        remark('will not work', `nobody can sign in; the other calls were not made${names}`),
      );
      return { reports, verdicts: { signIn: failure?.kind ?? 'internal' } };
    }
    const identity = signedIn.value;
    const { person } = identity;
    const ask = askAsGateway(config, agents, identity, calls);
    report('GET {BASE_URL}/auth', reached, ...fieldRemarks(config, login, credentials));
    report('GET {BASE_URL}/auth/credentials', ...personRemarks(credentials, identity));

    const users = await ask.read('users.listOwn');
    report('GET {API_URL}/users/{office}', ...listRemarks(users, user, USERS));
    const listedUsers = (users.reading?.value ?? []) as User[];
    report(
      'POST {API_URL}/permission/{id}',
      ...(users.failure
        ? [remark('will not work', 'not called; without the list of users nothing can be saved')]
        : [
            remark('reachable', 'not called: it is a write. A 2xx counts as done, whatever its body'),
            ...describeLocks(person, listedUsers),
            ...extraFields(listedUsers, users.received),
          ]),
    );

    const clients = await ask.read('clients.list');
    report('GET {BASE_URL}/clients/', ...listRemarks(clients, client, {}));
    const first = ((clients.reading?.value ?? []) as { id: unknown }[]).find(({ id }) => isId(id));
    const one = first && (await ask.read('clients.read', { id: String(first.id) }));
    report(
      'GET {BASE_URL}/clients/{id}',
      ...(one ? recordRemarks(one) : [remark('missing', 'not called: no client has an id that can be part of a path')]),
    );

    const storage = config.STORAGE_URL && (await ask.storage());
    report(
      'GET {STORAGE_URL}/sgdempresa/findPredeterminado',
      ...(!storage ? [remark('missing', 'STORAGE_URL is not set: no storage indicator')] : storageRemarks(storage)),
    );
    reports.push(...(await officeReport(config, identity)));
    return {
      reports,
      verdicts: {
        signIn: null,
        users: users.failure?.kind ?? null,
        changeable: changeableOf(person, listedUsers),
        clients: clients.failure?.kind ?? null,
        ...(first && one && { client: { id: String(first.id), failure: one.failure?.kind ?? null } }),
        ...(storage && { storage: storage.failure?.kind ?? null }),
      },
    };
  } finally {
    agents.close();
  }
}

/** Reports fields of permission entries that are sent back with a save. */
function extraFields(users: readonly User[], received: unknown): Remark[] {
  const rows = listIn(received);
  const entries = (Array.isArray(rows) ? (rows as unknown[]) : users)
    .flatMap((row) =>
      isRecord(row) && Array.isArray(row['permissionsList']) ? (row['permissionsList'] as unknown[]) : [],
    )
    .filter(isRecord);
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))].filter((name) => name !== 'module');
  return names.length > 0
    ? [remark('ignored', `besides module: ${listed(names)}; sent back unchanged with a save`)]
    : [];
}

function recordRemarks({ failure, reading, received, milliseconds }: Asked): Remark[] {
  if (failure) return failureRemarks(failure);
  return [
    remark('reachable', `in ${milliseconds} ms`),
    ...describeRecords(client, [{ id: 1, ...(recordIn(received) as object) }], [reading?.value], {}),
  ];
}

function storageRemarks({ failure, milliseconds }: { failure?: Asked['failure']; milliseconds: number }): Remark[] {
  if (!failure) return [remark('reachable', `in ${milliseconds} ms`), remark('understood', 'both figures')];
  if (failure.details.note === 'no tax id for the storage call')
    return [remark('will not work', 'not called: no tax id is known; set STORAGE_TAX_ID or LOGIN_TAX_ID_FIELD')];
  return failureRemarks(failure);
}

/** @returns the report as text, one call after another. */
export const reportText = (reports: readonly CallReport[]): string =>
  reports
    .map(({ call, remarks }) => [call, ...remarks.map(({ kind, text }) => `  ${kind.padEnd(14)} ${text}`)].join('\n'))
    .join('\n\n');
