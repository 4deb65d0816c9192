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
export interface CallReport {
  call: string;
  remarks: Remark[];
}

export interface Account {
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
  status: number;
  /** Undefined if the response could not be read. */
  value: unknown;
  remarks: Remark[];
}

/**
 * Makes the documented read calls as the gateway makes them. The only write is judged by the responses of the reads.
 */
export async function checkLegacy(config: Config, account: Account): Promise<CallReport[]> {
  const agents = createAgents();
  const reports: CallReport[] = [];

  async function get(base: URL, path: string, search: string, headers: object, maxBytes: number): Promise<Answered> {
    const started = Date.now();
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort(new Failure('upstream-timeout', { note: `no answer within ${config.UPSTREAM_TIMEOUT_MS} ms` }));
    }, config.UPSTREAM_TIMEOUT_MS);
    let status = 0;
    try {
      const answer = await getFromUpstream(upstreamUrl(base, path), search, { ...headers }, agents, controller.signal);
      status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        answer.destroy();
        const advice = ADVICE.find(([test]) => test(status))?.[1];
        return {
          status,
          value: undefined,
          remarks: [
            { kind: 'will not work', text: `it answered ${status}` },
            ...(advice === undefined ? [] : [{ kind: 'change' as const, text: advice }]),
          ],
        };
      }
      const value = await readJson(answer, maxBytes, controller.signal);
      return { status, value, remarks: [{ kind: 'reachable', text: `${status} in ${Date.now() - started} ms` }] };
    } catch (error) {
      const note = error instanceof Failure ? (error.details.note ?? error.kind) : 'it could not be read';
      const change = status === 0 ? 'check address, certificate and firewall' : ADAPTER;
      return {
        status,
        value: undefined,
        remarks: [
          { kind: 'will not work', text: note },
          { kind: 'change', text: change },
        ],
      };
    } finally {
      clearTimeout(timer);
    }
  }

  const report = (call: string, { remarks }: Answered, more: Remark[] = []): void => {
    reports.push({ call, remarks: [...remarks, ...more] });
  };
  const skipped = (call: string, text: string): void => {
    reports.push({ call, remarks: [{ kind: 'will not work', text }] });
  };
  const wrongForm = (value: unknown, wanted: string): Remark[] => {
    const nested = isRecord(value) ? Object.keys(value).filter((name) => typeOf(value[name]) === 'list') : [];
    const found = nested.length > 0 ? ` with a list in ${nested.map(printable).join(', ')}` : '';
    return [
      { kind: 'will not work', text: `the answer is a ${typeOf(value)}${found}; expected is ${wanted}` },
      { kind: 'change', text: ADAPTER },
    ];
  };

  /** Reports where the branch token and the tax id were found, or which setting to change. */
  function fieldRemarks(login: unknown, credentials: unknown): Remark[] {
    const { LOGIN_BRANCH_FIELD: branch, LOGIN_TAX_ID_FIELD: taxId } = config;
    const hasBranch = codeAt(login, branch) !== null;
    const remarks: Remark[] = [
      hasBranch
        ? { kind: 'understood', text: `branch token in ${branch}` }
        : {
            kind: 'missing',
            text: `no branch token in ${branch}: the credentials call gets none. LOGIN_BRANCH_FIELD names another`,
          },
    ];
    if ((codeAt(login, taxId) ?? codeAt(credentials, taxId)) !== null)
      return [...remarks, { kind: 'understood', text: `tax id in ${taxId}` }];
    const other = [login, credentials].flatMap((answer) =>
      isRecord(answer) ? Object.keys(answer).filter((name) => TAX_ID.test(codeAt(answer, name) ?? '')) : [],
    );
    remarks.push({ kind: 'missing', text: `no tax id in ${taxId}: the storage call uses STORAGE_TAX_ID` });
    const [name] = other;
    if (name !== undefined)
      remarks.push({ kind: 'change', text: `LOGIN_TAX_ID_FIELD=${printable(name)} looks like it` });
    return remarks;
  }

  async function usersAndPermissions(officeId: string, bearer: object): Promise<void> {
    const call = 'GET {API_URL}/users/{office}';
    const answer = await get(config.API_URL, `/users/${encodeURIComponent(officeId)}`, '', bearer, LIST_ANSWER);
    const list = readRows(user, answer.value);
    const write = 'POST {API_URL}/permission/{id}';
    if (!list) {
      report(call, answer, answer.value === undefined ? [] : wrongForm(answer.value, 'a list of users'));
      skipped(write, 'not called; without the list of users nothing can be saved');
      return;
    }
    report(call, answer, describeRecords(user, answer.value as unknown[], USERS));
    const isNameable = (row: (typeof list.rows)[number]) => pathId.safeParse(String(row.id)).success;
    const changeable = list.rows.filter((row) => row.permissionsList && isNameable(row));
    const remarks: Remark[] = [
      { kind: 'reachable', text: 'not called: it is a write. A 2xx counts as done, whatever its body' },
      {
        kind: 'understood',
        text: `the permissions of ${changeable.length} of ${list.rows.length} users can be changed`,
      },
    ];
    if (changeable.length < list.rows.length)
      remarks.push({ kind: 'will not work', text: 'others have no list, or an id that cannot be part of a path' });
    const extra = changeable.flatMap(({ permissionsList = [] }) =>
      permissionsList.flatMap((entry) => Object.keys(entry)),
    );
    const names = [...new Set(extra)].filter((name) => name !== 'module').map(printable);
    if (names.length > 0)
      remarks.push({ kind: 'ignored', text: `besides module: ${names.join(', ')}; sent back unchanged with a save` });
    reports.push({ call: write, remarks });
  }

  async function clients(bearer: object): Promise<void> {
    const answer = await get(config.BASE_URL, '/clients/', '', bearer, LIST_ANSWER);
    const list = readRows(client, answer.value);
    const one = 'GET {BASE_URL}/clients/{id}';
    if (!list) {
      report(
        'GET {BASE_URL}/clients/',
        answer,
        answer.value === undefined ? [] : wrongForm(answer.value, 'a list of clients'),
      );
      skipped(one, 'not called: no client is known');
      return;
    }
    report('GET {BASE_URL}/clients/', answer, describeRecords(client, answer.value as unknown[], CLIENTS));
    const first = list.rows.find(({ id }) => pathId.safeParse(String(id)).success);
    if (!first) {
      const remarks: Remark[] = [
        { kind: 'missing', text: 'not called: no client has an id that can be part of a path' },
      ];
      reports.push({ call: one, remarks });
      return;
    }
    const read = await get(config.BASE_URL, `/clients/${String(first.id)}`, '', bearer, RECORD_ANSWER);
    const { value } = read;
    const isReadable = isRecord(value);
    const remarks = isReadable
      ? describeRecords(client, [{ id: first.id, ...value }], {})
      : wrongForm(value, 'a record');
    report(one, read, value === undefined ? [] : remarks);
  }

  async function storage(login: unknown, credentials: unknown): Promise<void> {
    const call = 'GET {STORAGE_URL}/sgdempresa/findPredeterminado';
    const taxId =
      codeAt(login, config.LOGIN_TAX_ID_FIELD) ??
      codeAt(credentials, config.LOGIN_TAX_ID_FIELD) ??
      config.STORAGE_TAX_ID;
    if (!config.STORAGE_URL) {
      reports.push({ call, remarks: [{ kind: 'missing', text: 'STORAGE_URL is not set: no storage indicator' }] });
      return;
    }
    if (taxId === undefined) {
      skipped(call, 'not called: no tax id is known; set STORAGE_TAX_ID or LOGIN_TAX_ID_FIELD');
      return;
    }
    const answer = await get(
      config.STORAGE_URL,
      '/sgdempresa/findPredeterminado',
      '',
      storageHeaders(taxId, config),
      RECORD_ANSWER,
    );
    if (answer.value === undefined) report(call, answer);
    else if (readRecord(legacyStorage, answer.value))
      report(call, answer, [{ kind: 'understood', text: 'both figures' }]);
    else
      report(call, answer, wrongForm(answer.value, 'data with almacenamientoMaximo and almacenamientoUsado, in bytes'));
  }

  try {
    const { sucursal, username, password } = account;
    const login = await get(
      config.BASE_URL,
      '/auth',
      queryOf({ sucursal, user: username, password }),
      {},
      RECORD_ANSWER,
    );
    const read = readRecord(legacyLogin, login.value);
    if (!read) {
      const names = isRecord(login.value) ? ` it has ${Object.keys(login.value).map(printable).join(', ')}` : '';
      report('GET {BASE_URL}/auth', login, [
        ...(login.value === undefined ? [] : wrongForm(login.value, `a record with a token;${names}`)),
        { kind: 'will not work', text: 'nobody can sign in; the other calls need a token and were not made' },
      ]);
      return reports;
    }
    const branch = codeAt(read, config.LOGIN_BRANCH_FIELD);
    const query = queryOf({ token: read.token, ...(branch !== null && { sucursal: branch }) });
    const described = await get(config.BASE_URL, '/auth/credentials', query, {}, RECORD_ANSWER);
    report('GET {BASE_URL}/auth', login, fieldRemarks(read, described.value));
    const person = readRecord(legacyCredentials, described.value);
    if (!person || !pathId.safeParse(String(person.officeId.id)).success) {
      const form = described.value === undefined ? [] : wrongForm(described.value, 'a record with officeId: {id}');
      report('GET {BASE_URL}/auth/credentials', described, [
        ...form,
        { kind: 'will not work', text: 'nobody can sign in; the other calls need an office and were not made' },
      ]);
      return reports;
    }
    report(
      'GET {BASE_URL}/auth/credentials',
      described,
      describeRecords(legacyCredentials, [described.value], CREDENTIALS),
    );
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
