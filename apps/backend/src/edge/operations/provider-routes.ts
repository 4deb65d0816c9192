import {
  PROVIDER_CALLS,
  providerCompany,
  providerEnd,
  providerInvitation,
  providerLink,
  providerProof,
  providerSignIn,
  providerUnlink,
} from '@despacho/contracts/provider-calls';
import { factorAccount } from '@despacho/contracts/factor-calls';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { companyOfBranch, companyOfInvitation } from '#people/providers/provider-company.ts';
import { linkProvider, readProviderLink, unlinkOwn } from '#people/providers/provider-link.ts';
import { endSubject, proveBySubject, signInBySubject } from '#people/providers/provider-sign-in.ts';
import { requireWritable } from '#platform/fitness/refuse-unfit.ts';
import { readInput } from '#platform/http/read-input.ts';
import { type Services } from '../services.ts';

/**
 * Routes of the calls about identity providers. The gateway has verified the provider's tokens, and limits attempts.
 * @param admit requires the assertion. @param chain does the same and parses the body.
 */
export function providerRoutes(services: Services, admit: RequestHandler, chain: RequestHandler[]): Router {
  const router = Router();
  const post = (path: string, work: (body: unknown) => Promise<object>): void => {
    router.post(path, chain, async (request: Request, response: Response) => {
      response.json(await work(request.body));
    });
  };
  const write = (path: string, work: (body: unknown) => Promise<object>): void =>
    post(path, async (body) => {
      requireWritable(services);
      return work(body);
    });

  post(PROVIDER_CALLS.company, (body) => companyOfBranch(services, readInput(providerCompany, body).sucursal));
  post(PROVIDER_CALLS.invitation, (body) =>
    companyOfInvitation(services, readInput(providerInvitation, body).invitation),
  );
  post(PROVIDER_CALLS.prove, (body) => proveBySubject(services, readInput(providerProof, body)));
  write(PROVIDER_CALLS.signIn, (body) => signInBySubject(services, readInput(providerSignIn, body)));
  write(PROVIDER_CALLS.link, (body) => linkProvider(services, readInput(providerLink, body)));
  write(PROVIDER_CALLS.unlink, (body) => unlinkOwn(services, readInput(providerUnlink, body)));
  write(PROVIDER_CALLS.account, (body) => endSubject(services, readInput(providerEnd, body)));
  router.get(PROVIDER_CALLS.read, admit, async (request: Request, response: Response) => {
    response.json(await readProviderLink(services, readInput(factorAccount, request.query, 'query')));
  });

  return router;
}
