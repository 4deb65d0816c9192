import cookieParser from 'cookie-parser';
import express, { type Express, type RequestHandler } from 'express';
import { accessLog } from '#http/access-log.ts';
import { checkAccess } from '#policy/access.ts';
import { answer } from '#policy/answer.ts';
import { checkContract } from '#policy/contract.ts';
import { checkCsrf } from '#session/csrf.ts';
import { deadline } from '#policy/deadline.ts';
import { limitAddress } from '#policy/limit-address.ts';
import { limitParallel } from '#policy/limit-parallel.ts';
import { limitRate } from '#policy/limit-rate.ts';
import { limitSize } from '#policy/limit-size.ts';
import { lookup } from '#policy/lookup.ts';
import { noStore } from '#http/no-store.ts';
import { checkOffice } from '#policy/office.ts';
import { checkOrigin } from '#policy/origin.ts';
import { checkProof } from '#policy/proof.ts';
import { notFound, problems } from '#http/problems.ts';
import { refuseCredentials } from '#policy/refuse-credentials.ts';
import { refuseOddHeads } from '#http/refuse-odd-heads.ts';
import { refuseOddTargets } from '#http/refuse-odd-targets.ts';
import { requestId } from '#http/request-id.ts';
import { securityHeaders } from '#http/security-headers.ts';
import { loadSession } from '#policy/session.ts';
import { type Services } from './services.ts';
import { pages } from '#http/pages.ts';
import { securityTxt, securityTxtPaths } from '#http/security-txt.ts';

/**
 * Steps for requests to operations, in the order in which they refuse. Each has the name of its file in policy/, http/
 * or session/ (or of its package), so that `npm run explain` shows the real order.
 */
export function apiSteps(services: Services) {
  const { config, now } = services;
  return {
    'no-store': noStore,
    lookup: lookup(config.BASE_PATH),
    'limit-size': limitSize,
    'refuse-credentials': refuseCredentials,
    deadline: deadline(config.UPSTREAM_TIMEOUT_MS),
    'cookie-parser': cookieParser(),
    'limit-address': limitAddress(services),
    session: loadSession(services),
    origin: checkOrigin(config),
    csrf: checkCsrf,
    'limit-rate': limitRate(config.REQUESTS_PER_MINUTE, now),
    'limit-parallel': limitParallel(services),
    access: checkAccess(services),
    contract: checkContract,
    office: checkOffice,
    proof: checkProof(services),
    answer: answer(services),
  } satisfies Record<string, RequestHandler>;
}

/** Steps for every request before those, including files and pages. */
export function outerSteps(services: Services) {
  return {
    'request-id': requestId,
    'access-log': accessLog(services),
    'security-headers': securityHeaders(services.config),
    'refuse-odd-heads': refuseOddHeads(services.config),
    'refuse-odd-targets': refuseOddTargets,
  } satisfies Record<string, RequestHandler>;
}

/** The gateway's middleware chain, top to bottom. Its order is the security model. The caller listens. */
export function createApp(services: Services): Express {
  const { config } = services;
  const app = express();
  // If the error mapper itself fails, Express answers without a stack.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  app.set('trust proxy', config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false);

  app.use(Object.values(outerSteps(services)));
  // A separate router, so that the path is matched once and not for each step.
  const api = express.Router().use(Object.values(apiSteps(services)));
  app.use([`${config.BASE_PATH}/api`, `${config.BASE_PATH}/tiles`], api);
  app.get(securityTxtPaths(config), securityTxt(services));
  app.use(config.BASE_PATH === '' ? '/' : config.BASE_PATH, pages(services));
  app.use(notFound);
  app.use(problems(services));
  return app;
}
