import { client, id as pathId, user } from '../../../packages/contracts/src/index.ts';
import {
  codeAt,
  isRecord,
  legacyCredentials,
  legacyLogin,
  legacyStorage,
  readRecord,
  readRows,
} from '../../../packages/contracts/src/legacy/index.ts';
import { type Config } from '../../../apps/bff/src/config.ts';
import { Failure } from '../../../apps/bff/src/problems/failure.ts';
import { LIST_ANSWER, RECORD_ANSWER } from '@despacho/contracts';
import { storageHeaders } from '../../../apps/bff/src/policy/handlers/read-storage.ts';
import { createAgents } from '../../../apps/bff/src/upstream/agents.ts';
import { getFromUpstream } from '../../../apps/bff/src/upstream/get.ts';
import { readJson } from '../../../apps/bff/src/upstream/read-json.ts';
import { queryOf, upstreamUrl } from '../../../apps/bff/src/upstream/upstream-url.ts';
import { describeRecords, printable, type Remark, typeOf } from './describe-records.ts';

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

/** Whether something will not work with this host. */
export const hasFault = (reports: readonly CallReport[]): boolean =>
  reports.some(({ remarks }) => remarks.some(({ kind }) => kind === 'will not work'));

const ADAPTER = 'put an adapter in front of the host that answers as documented (docs/legacy-hosts.md)';

/** Advice by status, where the fault is not in the form of the response. */
const ADVICE: readonly [test: (status: number) => boolean, advice: string][] = [
  [(status) => status >= 300 && status < 400, 'redirects are not followed: name the final address in the setting'],
  [(status) => status === 401 || status === 403, 'check the account, and its rights at the host'],
  [(status) => status === 404, 'check the base address in the setting: the path is added to it'],
  [(status) => status >= 500, 'the host itself fails; see its log'],
];

/** A Peruvian RUC; recognizes the tax id in a field that no setting names. */
const TAX_ID = /^(10|15|16|17|20)\d{9}$/;

const USERS = {
  id: 'users without an id are left out',
  username: 'the signed-in user can be identified only by id; without that, nobody can change permissions',
  charge: 'only charge S may change the permissions of users whose charge is not stated',
  permissionsList: 'permissions of such users can be neither shown nor changed',
};
const CREDENTIALS = {
  officeId: 'nobody can sign in without an office',
  charge: 'such people have no charge: not S, and one office',
  permissionsList: 'such people have no section at all',
};
const CLIENTS = { id: 'clients without an id are left out' };

interface Answered {
  /** Undefined if the response could not be read; a remark says why. */
  value: unknown;
  remarks: Remark[];
}

const remark = (kind: Remark['kind'], text: string): Remark => ({ kind, text });

/** @returns remarks on a value that was read but has another form. */
function wrongForm(value: unknown, wanted: string): Remark[] {
  if (value === undefined) return [];
  const nested = isRecord(value) ? Object.keys(value).filter((name) => typeOf(value[name]) === 'list') : [];
  const found = nested.length > 0 ? ` with a list in ${nested.map(printable).join(', ')}` : '';
  return [
    remark('will not work', `the answer is a ${typeOf(value)}${found}; expected is ${wanted}`),
    remark('change', ADAPTER),
  ];
}

const isId = (id: unknown): boolean => pathId.safeParse(String(id)).success;

/**
 * Makes the documented read calls as the gateway makes them. The only write is judged by the responses of the reads.
 */
export async function checkLegacy(config: Config, account: Account): Promise<CallReport[]> {
  const agents = createAgents();
  const reports: CallReport[] = [];

  async function get(base: URL, path: string, search: string, headers: object, maxBytes: number): Promise<Answered> {
    const started = Date.now();
    const controller = new AbortController();
    const timer = setTimeout(
      () =>
        controller.abort(
          new Failure('upstream-timeout', { note: `no answer within ${config.UPSTREAM_TIMEOUT_MS} ms` }),
        ),
      config.UPSTREAM_TIMEOUT_MS,
    );
    let status = 0;
    try {
      const answer = await getFromUpstream(upstreamUrl(base, path), search, { ...headers }, agents, controller.signal);
      status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        answer.destroy();
        const advice = ADVICE.filter(([test]) => test(status)).map(([, text]) => remark('change', text));
        return { value: undefined, remarks: [remark('will not work', `it answered ${status}`), ...advice] };
      }
      const value = await readJson(answer, maxBytes, controller.signal);
      return { value, remarks: [remark('reachable', `${status} in ${Date.now() - started} ms`)] };
    } catch (error) {
      const note = error instanceof Failure ? (error.details.note ?? error.kind) : 'it could not be read';
      const advice = status === 0 ? 'check address, certificate and firewall' : ADAPTER;
      return { value: undefined, remarks: [remark('will not work', note), remark('change', advice)] };
    } finally {
      clearTimeout(timer);
    }
  }

  const report = (call: string, { remarks }: Pick<Answered, 'remarks'>, more: Remark[] = []): void => {
    reports.push({ call, remarks: [...remarks, ...more] });
  };
  const reportOnly = (call: string, ...remarks: Remark[]): void => {
    reports.push({ call, remarks });
  };

  /** Reports where the branch token and the tax id were found, or which setting to change. */
  function fieldRemarks(login: unknown, credentials: unknown): Remark[] {
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

  async function usersAndPermissions(officeId: string, bearer: object): Promise<void> {
    const call = 'GET {API_URL}/users/{office}';
    const answer = await get(config.API_URL, `/users/${encodeURIComponent(officeId)}`, '', bearer, LIST_ANSWER);
    const list = readRows(user, answer.value);
    const write = 'POST {API_URL}/permission/{id}';
    if (!list) {
      report(call, answer, wrongForm(answer.value, 'a list of users'));
      reportOnly(write, remark('will not work', 'not called; without the list of users nothing can be saved'));
      return;
    }
    report(call, answer, describeRecords(user, answer.value as unknown[], USERS));
    const changeable = list.rows.filter(({ id, permissionsList }) => permissionsList && isId(id));
    const remarks = [
      remark('reachable', 'not called: it is a write. A 2xx counts as done, whatever its body'),
      remark('understood', `the permissions of ${changeable.length} of ${list.rows.length} users can be changed`),
    ];
    if (changeable.length < list.rows.length)
      remarks.push(remark('will not work', 'others have no list, or an id that cannot be part of a path'));
    const extra = changeable.flatMap(({ permissionsList = [] }) =>
      permissionsList.flatMap((entry) => Object.keys(entry)),
    );
    const names = [...new Set(extra)].filter((name) => name !== 'module').map(printable);
    if (names.length > 0)
      remarks.push(remark('ignored', `besides module: ${names.join(', ')}; sent back unchanged with a save`));
    reportOnly(write, ...remarks);
  }

  async function clients(bearer: object): Promise<void> {
    const all = 'GET {BASE_URL}/clients/';
    const one = 'GET {BASE_URL}/clients/{id}';
    const answer = await get(config.BASE_URL, '/clients/', '', bearer, LIST_ANSWER);
    const list = readRows(client, answer.value);
    if (!list) {
      report(all, answer, wrongForm(answer.value, 'a list of clients'));
      reportOnly(one, remark('will not work', 'not called: no client is known'));
      return;
    }
    report(all, answer, describeRecords(client, answer.value as unknown[], CLIENTS));
    const first = list.rows.find(({ id }) => isId(id));
    if (!first) {
      reportOnly(one, remark('missing', 'not called: no client has an id that can be part of a path'));
      return;
    }
    const read = await get(config.BASE_URL, `/clients/${String(first.id)}`, '', bearer, RECORD_ANSWER);
    const described = isRecord(read.value)
      ? describeRecords(client, [{ id: first.id, ...read.value }], {})
      : wrongForm(read.value, 'a record');
    report(one, read, described);
  }

  async function storage(login: unknown, credentials: unknown): Promise<void> {
    const call = 'GET {STORAGE_URL}/sgdempresa/findPredeterminado';
    const taxId =
      codeAt(login, config.LOGIN_TAX_ID_FIELD) ??
      codeAt(credentials, config.LOGIN_TAX_ID_FIELD) ??
      config.STORAGE_TAX_ID;
    if (!config.STORAGE_URL) {
      reportOnly(call, remark('missing', 'STORAGE_URL is not set: no storage indicator'));
      return;
    }
    if (taxId === undefined) {
      reportOnly(
        call,
        remark('will not work', 'not called: no tax id is known; set STORAGE_TAX_ID or LOGIN_TAX_ID_FIELD'),
      );
      return;
    }
    const headers = storageHeaders(taxId, config);
    const answer = await get(config.STORAGE_URL, '/sgdempresa/findPredeterminado', '', headers, RECORD_ANSWER);
    const form = 'data with almacenamientoMaximo and almacenamientoUsado, in bytes';
    const isRead = readRecord(legacyStorage, answer.value) !== undefined;
    report(call, answer, isRead ? [remark('understood', 'both figures')] : wrongForm(answer.value, form));
  }

  try {
    const { sucursal, username, password } = account;
    const typed = queryOf({ sucursal, user: username, password });
    const login = await get(config.BASE_URL, '/auth', typed, {}, RECORD_ANSWER);
    const read = readRecord(legacyLogin, login.value);
    if (!read) {
      const names = isRecord(login.value) ? ` it has ${Object.keys(login.value).map(printable).join(', ')}` : '';
      report('GET {BASE_URL}/auth', login, [
        ...wrongForm(login.value, `a record with a token;${names}`),
        remark('will not work', 'nobody can sign in; the other calls need a token and were not made'),
      ]);
      return reports;
    }
    const branch = codeAt(read, config.LOGIN_BRANCH_FIELD);
    const query = queryOf({ token: read.token, ...(branch !== null && { sucursal: branch }) });
    const described = await get(config.BASE_URL, '/auth/credentials', query, {}, RECORD_ANSWER);
    report('GET {BASE_URL}/auth', login, fieldRemarks(read, described.value));
    const person = readRecord(legacyCredentials, described.value);
    if (!person || !isId(person.officeId.id)) {
      report('GET {BASE_URL}/auth/credentials', described, [
        ...wrongForm(described.value, 'a record with officeId: {id}'),
        remark('will not work', 'nobody can sign in; the other calls need an office and were not made'),
      ]);
      return reports;
    }
    const remarks = describeRecords(legacyCredentials, [described.value], CREDENTIALS);
    report('GET {BASE_URL}/auth/credentials', described, remarks);
    const bearer = { authorization: `Bearer ${person.token ?? read.token}` };
    await usersAndPermissions(String(person.officeId.id), bearer);
    await clients(bearer);
    await storage(read, person);
    return reports;
  } finally {
    agents.close();
  }
}

/** @returns the report as text, one call after another. */
export const reportText = (reports: readonly CallReport[]): string =>
  reports
    .map(({ call, remarks }) => [call, ...remarks.map(({ kind, text }) => `  ${kind.padEnd(14)} ${text}`)].join('\n'))
    .join('\n\n');
