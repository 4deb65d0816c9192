import {
  ASSERTION,
  assertionRefusal,
  COMPANY_HEADER,
  type AssertionRefusalReason,
} from '@despacho/contracts/assertion';
import { type Logger } from '#log.ts';
import { Failure } from '#problems/failure.ts';
import { type Agents } from '#upstream/agents.ts';
import { discard } from '#upstream/discard.ts';
import { getFromUpstream, type UpstreamAnswer } from '#upstream/get.ts';
import { readJson } from '#upstream/read-json.ts';
import { upstreamUrl } from '#upstream/upstream-url.ts';
import { type SignAssertion } from './assertion.ts';
import { type Forward } from '#upstream/forward.ts';

/** Whether the dispatch service answers and accepts this gateway's assertions; otherwise the reason, for operators. */
export type LinkState =
  | { code: 'ok' }
  | { code: 'operations-clock' | 'operations-date'; aheadSeconds: number; detail: string }
  | { code: 'operations-key' | 'operations-refused' | 'operations-unreachable'; detail: string };

export interface OperationsLink {
  /** The last known state. Starts a background check if it is older than two seconds. */
  state(): LinkState;
  /** Checks the service now. Resolves with the state, after two seconds at the latest; never rejects. */
  check(): Promise<void>;
  /**
   * @returns a Forward to the same service that records a refused assertion. A refusal is a fault of the installation,
   * not of the user: the Forward throws Failure `unavailable`.
   */
  watch(forward: Forward): Forward;
  /** Stops background checks. */
  close(): void;
}

interface Parts {
  /** Base URL of the dispatch service. */
  url: URL;
  agents: Agents;
  assertionFor: SignAssertion;
  log: Logger;
  now: () => number;
}

const CHECK_TIMEOUT_MS = 2000;
const FRESH_MS = 2000;
/** How often a broken link is checked, so that the log reports its recovery without polling of /ready. */
const RETRY_MS = 5000;
const MAX_REFUSAL = 4096;
/** Difference of the clocks (s) above which it is reported: below the 30 at which assertions are refused. */
const CLOCK_SECONDS = 25;
const DETAIL = 'El servicio de despacho no acepta a este servidor. Avise a quien administra el sistema.';

const COMPANY_ID = /^[\w-]{1,64}$/;

/** Claims without access: no company, office or module. */
export const NOBODY = {
  id: null,
  username: '',
  user: '',
  charge: '',
  sucursal: '',
  officeId: '',
  modules: [],
  takenAt: 0,
};

function refusedState({ reason, aheadSeconds }: AssertionRefusalReason): LinkState {
  if (reason === 'clock' && aheadSeconds !== undefined) {
    const apart = `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`;
    const detail = `The clock of this gateway is ${apart} the dispatch service's; ${ASSERTION.clockTolerance} s are allowed.`;
    return { code: 'operations-clock', aheadSeconds, detail };
  }
  if (reason === 'key')
    return { code: 'operations-key', detail: 'OPERATIONS_KEY differs from that of the dispatch service.' };
  return { code: 'operations-refused', detail: 'What OPERATIONS_URL names refuses the assertions of this gateway.' };
}

/** Compares this clock with the `Date` of an accepted answer, which the service or a proxy in front of it set. */
function acceptedState({ headers: { date = '' } }: UpstreamAnswer): LinkState {
  const aheadSeconds = Math.round((Date.now() - Date.parse(date)) / 1000);
  if (!(Math.abs(aheadSeconds) > CLOCK_SECONDS)) return { code: 'ok' };
  const detail = `The clock of this gateway is ${aheadSeconds} s ahead of the Date of answers from OPERATIONS_URL. Codes of second factors depend on the time.`;
  return { code: 'operations-date', aheadSeconds, detail };
}

/** @returns the reason in a 401; `form` if it is not from the dispatch service. */
async function reasonOf(answer: UpstreamAnswer, signal: AbortSignal): Promise<AssertionRefusalReason> {
  const body = await readJson(answer, MAX_REFUSAL, signal).catch(() => undefined);
  const parsed = assertionRefusal.safeParse(body);
  return parsed.success ? parsed.data : { reason: 'form' };
}

/** Tracks the state of the link to the dispatch service, and logs each change once. */
export function createOperationsLink({ url, agents, assertionFor, log, now }: Parts): OperationsLink {
  let state: LinkState = { code: 'ok' };
  let checkedAt = -Infinity;
  let checking: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const settle = (next: LinkState): void => {
    if (closed) return;
    const before = state;
    state = next;
    clearTimeout(retry);
    if (next.code !== 'ok') retry = setTimeout(() => void check(), RETRY_MS).unref();
    if (before.code === next.code) return;
    if (next.code === 'ok') log.info({ event: 'operations.back' }, 'The dispatch service accepts this gateway again');
    else {
      const { code, detail, ...more } = next;
      log.error({ event: 'operations.lost', reason: code, ...more }, detail);
    }
  };

  const ask = async (): Promise<LinkState> => {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    try {
      const headers = { authorization: `Bearer ${await assertionFor(NOBODY, null)}` };
      const answer = await getFromUpstream(upstreamUrl(url, ASSERTION.checkPath), '', headers, agents, signal);
      const status = answer.statusCode ?? 0;
      if (status === 401) return refusedState(await reasonOf(answer, signal));
      discard(answer);
      if (status < 500) return acceptedState(answer);
      return { code: 'operations-unreachable', detail: `The dispatch service answers ${status}.` };
    } catch (error) {
      const note = error instanceof Failure ? error.message : 'no answer';
      return { code: 'operations-unreachable', detail: `The dispatch service cannot be reached (${note}).` };
    }
  };

  function check(): Promise<void> {
    checking ??= ask()
      .then(settle)
      .finally(() => {
        checking = undefined;
        checkedAt = now();
      });
    return checking;
  }

  return {
    state() {
      if (now() - checkedAt > FRESH_MS) void check();
      return state;
    },
    check,
    watch: (forward) => async (req, outgoing, signal) => {
      const answer = await forward(req, outgoing, signal);
      const company = answer.headers[COMPANY_HEADER];
      if (typeof company === 'string' && COMPANY_ID.test(company)) req.companyId = company;
      if (answer.statusCode !== 401) return answer;
      const reason = await reasonOf(answer, AbortSignal.timeout(CHECK_TIMEOUT_MS));
      // A `form` refusal may be due to one user's record. A check without a user shows whether all assertions are
      // refused.
      if (reason.reason === 'form') void check();
      else settle(refusedState(reason));
      throw new Failure('unavailable', { detail: DETAIL, note: `assertion refused: ${reason.reason}` });
    },
    close() {
      closed = true;
      clearTimeout(retry);
    },
  };
}
