import { ACCOUNT_CHANGES, accountChanges } from '@despacho/contracts/assertion';
import { type Services } from '#services.ts';
import { discard } from '#upstream/discard.ts';
import { getFromUpstream } from '#upstream/get.ts';
import { readJson } from '#upstream/read-json.ts';
import { upstreamUrl } from '#upstream/upstream-url.ts';
import { NOBODY } from '#operations/operations-link.ts';

/** How often (ms) it polls: two polls and a credentials call take less than a second. */
const POLL_MS = 400;
const TIMEOUT_MS = 2000;
/** Maximum size of an answer: the maximum number of changes with long user ids. */
const MAX_BYTES = 1024 * 1024;

type Needed = Pick<Services, 'config' | 'agents' | 'every' | 'operations' | 'accountChanges'>;

/**
 * Polls the dispatch service for changed accounts, so that they take effect within a second. While it does not answer,
 * and with a foreign host, changes take effect when the known permissions are a minute old.
 * @returns a function that stops polling.
 */
export function followAccounts({ config, agents, every, operations, accountChanges: known }: Needed): () => void {
  const { OPERATIONS_URL: url } = config;
  if (!url || !operations) return () => undefined;

  async function poll(url: URL, sign: NonNullable<typeof operations>['assertionFor']): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { authorization: `Bearer ${await sign(NOBODY, null)}` };
    const answer = await getFromUpstream(upstreamUrl(url, ACCOUNT_CHANGES.path), '', headers, agents, signal);
    if (answer.statusCode !== 200) {
      discard(answer);
      return;
    }
    const { success, data } = accountChanges.safeParse(await readJson(answer, MAX_BYTES, signal));
    if (success) known.apply(data);
  }

  let polling = false;
  return every(POLL_MS, async () => {
    if (polling) return;
    polling = true;
    // `operations-link.ts` reports an unreachable service.
    await poll(url, operations.assertionFor).catch(() => undefined);
    polling = false;
  });
}
