import {
  FACTOR_CALLS,
  factorAccount,
  factorChange,
  factorFinish,
  factorProof,
  factorSetUp,
  factorStep,
  noticesSeen,
} from '@despacho/contracts/factor-calls';
import { PASSWORD_CALLS, passwordChange, passwordCheck, passwordReset } from '@despacho/contracts/password-calls';
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
import { json, type Request, type RequestHandler, type Response, Router } from 'express';
import type * as z from 'zod';
import { changeFactor, readFactor } from '#people/factors/own-factor.ts';
import { proveAgain } from '#people/factors/prove-again.ts';
import { readNotices, seeNotices } from '#people/factors/sign-in-notices.ts';
import { cancelStep, finishSetUp, finishSignIn, setUpFactor } from '#people/factors/sign-in-steps.ts';
import { judgePassword } from '#people/passwords/check-password.ts';
import { companyOfBranch, companyOfInvitation } from '#people/providers/provider-company.ts';
import { linkProvider, readProviderLink, unlinkOwn } from '#people/providers/provider-link.ts';
import { endSubject, proveBySubject, signInBySubject } from '#people/providers/provider-sign-in.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { resetPassword } from '#people/tokens/password-links.ts';
import { bearerOf } from '#platform/http/bearer.ts';
import { readInput } from '#platform/http/read-input.ts';
import { type Services } from '../services.ts';
import { readAssertion } from './read-assertion.ts';

/** A name, two passwords and a secret. */
const MAX_BODY = 8 * 1024;

const KEY_MISSING =
  'a second factor cannot be read or set up: SECRETS_KEY is missing, or is not the key that encrypted it (docs/operations.md)';

/**
 * Calls about passwords, second factors and identity providers. The gateway limits attempts, and has verified the
 * provider's tokens. The request itself proves the right to change something.
 */
export function identityRoutes(services: Services): Router {
  const router = Router();
  const admit: RequestHandler = async (request, _response, next) => {
    await readAssertion(services, bearerOf(request));
    next();
  };
  type Work<Form extends z.core.$ZodType> = (services: Services, given: z.core.output<Form>) => Promise<object>;

  const get = <Form extends z.core.$ZodType>(path: string, form: Form, work: Work<Form>): Router =>
    router.get(path, admit, async (request: Request, response: Response) => {
      response.json(await work(services, readInput(form, request.query, 'query')));
    });

  const post = <Form extends z.core.$ZodType>(path: string, form: Form, work: Work<Form>): Router =>
    router.post(path, admit, json({ limit: MAX_BODY }), async (request: Request, response: Response) => {
      const done = await work(services, readInput(form, request.body));
      if ('outcome' in done && done.outcome === 'key') request.log.error(KEY_MISSING);
      response.json(done);
    });

  post(PASSWORD_CALLS.check, passwordCheck, (_services, { sucursal: officeId, username, password }) =>
    judgePassword(services, password, { username, officeId }),
  );
  post(PASSWORD_CALLS.change, passwordChange, changePassword);
  post(PASSWORD_CALLS.reset, passwordReset, resetPassword);

  get(FACTOR_CALLS.read, factorAccount, readFactor);
  get(FACTOR_CALLS.notices, factorAccount, readNotices);
  post(FACTOR_CALLS.noticesSeen, noticesSeen, seeNotices);
  post(FACTOR_CALLS.finish, factorFinish, finishSignIn);
  post(FACTOR_CALLS.setUp, factorSetUp, setUpFactor);
  post(FACTOR_CALLS.finishSetUp, factorFinish, finishSetUp);
  post(FACTOR_CALLS.cancel, factorStep, cancelStep);
  post(FACTOR_CALLS.prove, factorProof, proveAgain);
  for (const what of ['start', 'confirm', 'codes', 'remove'] as const)
    post(FACTOR_CALLS[what], factorChange, (_services, given) => changeFactor(services, what, given));

  post(PROVIDER_CALLS.company, providerCompany, companyOfBranch);
  post(PROVIDER_CALLS.invitation, providerInvitation, companyOfInvitation);
  post(PROVIDER_CALLS.prove, providerProof, proveBySubject);
  get(PROVIDER_CALLS.read, factorAccount, readProviderLink);
  post(PROVIDER_CALLS.signIn, providerSignIn, signInBySubject);
  post(PROVIDER_CALLS.link, providerLink, linkProvider);
  post(PROVIDER_CALLS.unlink, providerUnlink, unlinkOwn);
  post(PROVIDER_CALLS.account, providerEnd, endSubject);

  return router;
}
