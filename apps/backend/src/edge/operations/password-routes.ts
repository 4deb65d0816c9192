import { PASSWORD_CALLS, passwordChange, passwordCheck, passwordReset } from '@despacho/contracts/password-calls';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { requireWritable } from '#platform/fitness/refuse-unfit.ts';
import { bearerOf } from '#platform/http/bearer.ts';
import { readInput } from '#platform/http/read-input.ts';
import { judgePassword } from '#people/passwords/check-password.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { resetPassword } from '#people/tokens/password-links.ts';
import { type Services } from '../services.ts';
import { readAssertion } from './read-assertion.ts';

/** A name, two passwords and a secret. */
const MAX_BODY = 8 * 1024;

/** Calls about passwords. The gateway limits attempts. The request itself proves the right to change one. */
export function passwordRoutes(services: Services): Router {
  const router = Router();
  const admit: RequestHandler = async (request, _response, next) => {
    await readAssertion(services, bearerOf(request));
    next();
  };
  const chain = [admit, express.json({ limit: MAX_BODY })];

  router.post(PASSWORD_CALLS.check, chain, async (request: Request, response: Response) => {
    const { sucursal, username, password } = readInput(passwordCheck, request.body);
    response.json(await judgePassword(password, { username, officeId: sucursal }));
  });

  router.post(PASSWORD_CALLS.change, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    response.json(await changePassword(services, readInput(passwordChange, request.body)));
  });

  router.post(PASSWORD_CALLS.reset, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    response.json(await resetPassword(services, readInput(passwordReset, request.body)));
  });

  return router;
}
