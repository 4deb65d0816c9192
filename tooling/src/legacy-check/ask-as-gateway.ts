import { PROBLEMS, RECORD_ANSWER } from '@despacho/contracts';
import { OPERATIONS } from '@despacho/contracts/operations';
import { type Config } from '../../../apps/bff/tools/settings.ts';
import {
  type Agents,
  type Call,
  checkedAnswer,
  Failure,
  getFromUpstream,
  type Identity,
  type IdentityCalls,
  readAnswer,
  readStorage,
  ROUTES,
  type TolerantReading,
  type UpstreamDestination,
  upstreamPath,
  upstreamUrl,
} from '../../../apps/bff/tools/gateway.ts';
import { remark, type Remark } from './describe-records.ts';

/** The operations that a legacy host answers with a read. */
type ReadId = 'users.listOwn' | 'clients.list' | 'clients.read';

/** How the gateway handles a response: the value for the browser, or its failure. */
export interface Asked {
  failure?: Failure;
  reading?: TolerantReading;
  /** As the host sent it. */
  received?: unknown;
  milliseconds: number;
}

/** Advice by status, where the fault is not in the form of the response. */
const ADVICE: readonly [test: (status: number) => boolean, advice: string][] = [
  [(status) => status >= 300 && status < 400, 'redirects are not followed: name the final address in the setting'],
  [(status) => status === 401 || status === 403, 'check the account, and its rights at the host'],
  [
    (status) => status === 404 || status === 405,
    'nothing is at this address: check the base address in the setting, to which the path is added',
  ],
  [(status) => status >= 500, 'the host itself fails; see its log'],
];

const ADAPTER = 'put an adapter in front of the host that answers as documented (docs/legacy-hosts.md)';

/** Kinds without a status of the host, because the connection failed. */
const UNREACHABLE = new Set(['upstream-unreachable', 'upstream-timeout']);

/** @returns the gateway's failure in words, and what to change. */
export function failureRemarks({ kind, details }: Failure): Remark[] {
  const note = details.note ?? kind;
  const status = Number(/answered (\d+)/.exec(note)?.[1] ?? 0);
  const advice = ADVICE.find(([test]) => test(status))?.[1];
  const otherwise = UNREACHABLE.has(kind) ? 'check address, certificate and firewall' : ADAPTER;
  return [
    remark('will not work', `${note}; the browser gets ${PROBLEMS[kind].status} ${kind}`),
    remark('change', advice ?? otherwise),
  ];
}

/** Runs one call within the gateway's limit for upstreams. */
export async function timed<T>(
  { UPSTREAM_TIMEOUT_MS: limit }: Config,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ value?: T; failure?: Failure; milliseconds: number }> {
  const started = Date.now();
  const controller = new AbortController();
  const note = `no answer within ${limit} ms`;
  const timer = setTimeout(() => controller.abort(new Failure('upstream-timeout', { note })), limit);
  try {
    return { value: await work(controller.signal), milliseconds: Date.now() - started };
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('internal', { note: 'it could not be read' });
    return { failure, milliseconds: Date.now() - started };
  } finally {
    clearTimeout(timer);
  }
}

/** Makes the gateway's calls as a signed-in user, with the gateway's own functions and without its sessions. */
export function askAsGateway(config: Config, agents: Agents, identity: Identity, calls: IdentityCalls) {
  const { person, secrets } = identity;
  const session = { key: '', record: { person, sealed: '' } };
  const contextOf = (id: ReadId | 'storage.read', signal: AbortSignal, params: object | null) => ({
    params,
    query: null,
    body: null,
    req: { requestId: '', session: { live: session }, deadline: { signal }, matched: matchedOf(id) },
    services: {
      config,
      agents,
      sessions: { secretsOf: () => secrets },
      metrics: { storage: { note: () => undefined } },
      freshness: { ensure: () => calls.describe(person.username, person.sucursal, secrets, signal) },
    },
  });
  const matchedOf = (id: ReadId | 'storage.read') => ({ id, operation: OPERATIONS[id], policy: ROUTES[id] });

  return {
    async read(id: ReadId, params: { id: string } | null = null): Promise<Asked> {
      const to = ROUTES[id].to as UpstreamDestination<ReadId>;
      const base = to.upstream === 'api' ? config.API_URL : config.BASE_URL;
      let received: unknown;
      const { value, ...rest } = await timed(config, async (signal) => {
        const call = contextOf(id, signal, params) as unknown as Call;
        const headers = { authorization: `Bearer ${secrets.bearer}` };
        const url = upstreamUrl(base, upstreamPath(call, to));
        const answer = await getFromUpstream(url, '', headers, agents, signal);
        const most = ROUTES[id].limits.answer || RECORD_ANSWER;
        const checked = await checkedAnswer(call.req, answer, most, call.services, to);
        received = checked.received;
        return readAnswer(call, checked.value ?? undefined, to);
      });
      return { ...rest, ...(value && { reading: value }), received };
    },
    storage: () =>
      timed(config, (signal) =>
        readStorage(contextOf('storage.read', signal, null) as unknown as Call<'storage.read'>),
      ),
  };
}
