import { legacyStorage, readRecord, STORAGE_HEADERS } from '@despacho/contracts/legacy';
import { type Config } from '#config.ts';
import { Failure } from '#problems/failure.ts';
import { discard } from '#upstream/discard.ts';
import { getFromUpstream } from '#upstream/get.ts';
import { readJson } from '#upstream/read-json.ts';
import { statusFailure } from '#upstream/status-failure.ts';
import { upstreamUrl } from '#upstream/upstream-url.ts';
import { RECORD_ANSWER, storageWarningOf } from '@despacho/contracts';
import { type Answer, type Call } from '../policy.ts';
import { signedIn } from '#session/signed-in.ts';

const TAX_ID = /^[A-Za-z0-9-]{1,32}$/;

/** @returns the three headers of the storage call, none of which a client can influence. */
export const storageHeaders = (taxId: string, config: Pick<Config, 'STORAGE_USER' | 'STORAGE_PASSWORD'>) => ({
  [STORAGE_HEADERS.taxId]: taxId,
  [STORAGE_HEADERS.user]: config.STORAGE_USER,
  [STORAGE_HEADERS.key]: config.STORAGE_PASSWORD,
});

/**
 * Returns the storage figures, and counts the company in the metrics if its storage is nearly full. Its headers come only from the session, the environment and the gateway, and no token is sent.
 */
export async function readStorage({
  req,
  services,
}: Call<'storage.read', 'config' | 'agents' | 'sessions' | 'metrics'>): Promise<Answer<'storage.read'>> {
  const { config, agents, sessions, metrics } = services;
  const { signal } = req.deadline;
  if (!config.STORAGE_URL) throw new Failure('unavailable', { note: 'STORAGE_URL is not set' });
  const taxId = sessions.secretsOf(signedIn(req)).taxId ?? config.STORAGE_TAX_ID;
  if (taxId === undefined || !TAX_ID.test(taxId))
    throw new Failure('unavailable', { note: 'no tax id for the storage call' });
  const answer = await getFromUpstream(
    upstreamUrl(config.STORAGE_URL, '/sgdempresa/findPredeterminado'),
    '',
    { ...storageHeaders(taxId, config), 'x-request-id': req.requestId },
    agents,
    signal,
  );
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) {
    discard(answer);
    throw statusFailure(status, undefined);
  }
  const read = readRecord(legacyStorage, await readJson(answer, RECORD_ANSWER, signal));
  if (!read) throw new Failure('upstream-broken', { note: 'storage answer breaks its contract' });
  const { almacenamientoMaximo, almacenamientoUsado } = read.data;
  const used = almacenamientoUsado ?? 0;
  metrics.storage.note(taxId, storageWarningOf(used, almacenamientoMaximo));
  return { almacenamientoMaximo, almacenamientoUsado: used };
}
