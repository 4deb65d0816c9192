import { type LinkedPrincipal, type Operation } from '@despacho/contracts';
import { type Request, Router } from 'express';
import { type Output } from '#platform/call.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { bearerOf } from '#platform/http/bearer.ts';
import { sendStored, type StoredAnswer } from '#platform/http/file-answer.ts';
import { readInput } from '#platform/http/read-input.ts';
import { logSubject } from '#platform/http/request-log.ts';
import { type Services } from '../services.ts';
import { bodyParser, goneSignal, readCall } from './read-call.ts';

type Operations = Readonly<Record<string, Operation>>;

interface Call<O extends Operation, Claims> {
  services: Services;
  claims: Claims;
  params: Output<O['params']>;
  query: Output<O['query']>;
  body: Output<O['body']>;
  /** The file of an upload; otherwise empty. */
  file: Buffer;
  /** Fires when the client has disconnected. */
  signal: AbortSignal;
}

type Answer<O extends Operation> = O['response'] extends { stream: string } ? StoredAnswer : Output<O['response']>;

/** The function behind each operation. A missing one is a compile error. `caller`: null where none is required. */
export type LinkedHandlers<Os extends Operations, Claims, Caller, Principal extends LinkedPrincipal> = {
  [I in keyof Os]: (
    call: Call<Os[I], Claims> & { caller: Os[I]['policy']['access'] extends Principal ? Caller : null },
  ) => Promise<Answer<Os[I]>>;
};

interface Kind<Os extends Operations, Claims, Caller, Principal extends LinkedPrincipal> {
  principal: Principal;
  operations: Os;
  handlers: LinkedHandlers<Os, Claims, Caller, Principal>;
  readClaims: (services: Services, token: string | undefined) => Promise<Claims>;
  /** What identifies the session; empty without one. */
  keyOf: (claims: Claims) => string;
  /** @throws Refusal forbidden without a session. */
  findCaller: (claims: Claims, id: keyof Os) => Promise<Caller>;
}

/** The routes of callers whose session began with a link, generated from their contracts. */
export function linkedRoutes<
  Os extends Operations,
  Claims,
  Caller extends OfficeKey,
  Principal extends LinkedPrincipal,
>(
  services: Services,
  { principal, operations, handlers, readClaims, keyOf, findCaller }: Kind<Os, Claims, Caller, Principal>,
): Router {
  const router = Router();
  for (const [id, operation] of Object.entries(operations)) {
    const { method, path, policy, query, response: form } = operation;
    const handler = handlers[id] as unknown as (call: unknown) => Promise<unknown>;
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    router.route(path.replace(/^\/api/, ''))[verb](
      async (request, response, next) => {
        const claims = await readClaims(services, bearerOf(request));
        logSubject(response, { operation: id });
        const caller = policy.access === principal ? await findCaller(claims, id) : null;
        if (caller) logSubject(response, { operation: id, office: caller.officeId, company: caller.companyId });
        response.locals['admitted'] = { claims, caller };
        next();
      },
      bodyParser(operation),
      async (request: Request, response) => {
        const { claims, caller } = response.locals['admitted'] as { claims: Claims; caller: Caller | null };
        const call = {
          services,
          claims,
          caller,
          ...readCall(operation, request),
          query: query ? readInput(query, request.query, 'query') : null,
          signal: goneSignal(response),
        };
        const work = async () => {
          const value = await handler(call);
          if (form && 'stream' in form) await sendStored(response, value as StoredAnswer);
          else response.json(value);
        };
        if (!caller) {
          await work();
          return;
        }
        const { officeId: office, companyId: company } = caller;
        await services.shares.run({ company, office, person: `${principal} ${keyOf(claims)}` }, work);
      },
    );
  }
  return router;
}
