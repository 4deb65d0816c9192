import { SKIPPED_ROWS_HEADER } from '@despacho/contracts';
import { type OperationId } from '@despacho/contracts/operations';
import { type Request, type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { proxyCall } from './proxy/proxy-call.ts';
import { proxyFile } from './proxy/proxy-file.ts';
import { proxyStream } from './proxy/proxy-stream.ts';
import { type Call, type TolerantReading, type UpstreamDestination } from './policy.ts';
import { sendJson, sendUnchanged } from './send-json.ts';
import { type Services } from '#services.ts';
import { accepts, placeOfFault } from '#upstream/accepts.ts';
import { sessionCookieName } from '#session/session-cookie.ts';

/** Only names: any other part of a path may be personal data. */
const noteOf = (place: readonly PropertyKey[] = []): string =>
  `answer breaks its contract at "${place.filter((part) => /^\w{1,40}$/.test(String(part))).join('.')}"`;

/**
 * Validates an upstream's response, which keeps unknown fields. A legacy host's is read as far as possible.
 * @throws Failure `upstream-broken`
 */
export function readAnswer(call: Call, value: unknown, to: UpstreamDestination<OperationId>): TolerantReading {
  const { response } = call.req.matched.operation;
  if (response === null || 'stream' in response) return { value: null };
  if (accepts(response, value)) return { value };
  const reading = to.readTolerantly?.(value, call);
  if (reading) return reading;
  throw new Failure('upstream-broken', { note: noteOf(placeOfFault(response, value)) });
}

/** A handler's response is reduced to its contract. */
function checkedResponse(req: Request, value: unknown): unknown {
  const { response } = req.matched.operation;
  if (response === null || 'stream' in response) return null;
  const parsed = response.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Failure('internal', { note: noteOf(parsed.error.issues[0]?.path) });
}

/** The end of the chain: calls the row's handler or upstream, then applies the response contract. */
export function answer(services: Services): RequestHandler {
  const cookieName = sessionCookieName(services.config);
  return async (req, res) => {
    const { policy, operation } = req.matched;
    // The row and the validated values belong to the same operation, which the table's type guarantees per id.
    const call = { ...req.checked, req, res, services } as unknown as Call;
    const { to } = policy;
    if ('handle' in to) {
      await sendJson(req, res, checkedResponse(req, await to.handle(call)));
      req.held?.written();
      return;
    }
    if ('send' in to) {
      await to.send(call, policy.limits.answer);
      req.held?.written();
      return;
    }
    const upstream: UpstreamDestination<OperationId> = to;
    if (operation.response !== null && 'stream' in operation.response) {
      const { file, inline = false } = operation.response;
      const cookie = (req.cookies as Record<string, unknown>)[cookieName];
      if (file) await proxyFile(call, upstream, { types: file, inline, maxBytes: policy.limits.answer, cookie });
      else await proxyStream(call, upstream, cookie);
      return;
    }
    const { value, version, confirmed } = await proxyCall(call, upstream, policy.limits.answer);
    if (confirmed !== undefined) {
      sendUnchanged(res, confirmed);
      return;
    }
    const read = readAnswer(call, value, upstream);
    if (read.skipped) {
      res.setHeader(SKIPPED_ROWS_HEADER, String(read.skipped));
      services.log.warn({
        event: 'rows.skipped',
        requestId: req.requestId,
        operation: req.matched.id,
        rows: read.skipped,
      });
    }
    await sendJson(req, res, read.value, version);
    req.held?.written();
  };
}
