import cookieParser from 'cookie-parser';
import express, { type Express, type RequestHandler } from 'express';
import { accessLog } from './middleware/access-log.ts';
import { checkAccess } from './middleware/access.ts';
import { answer } from './middleware/answer.ts';
import { checkContract } from './middleware/contract.ts';
import { checkCsrf } from './session/csrf.ts';
import { deadline } from './middleware/deadline.ts';
import { limitAddress } from './middleware/limit-address.ts';
import { limitParallel } from './middleware/limit-parallel.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { limitSize } from './middleware/limit-size.ts';
import { lookup } from './middleware/lookup.ts';
import { noStore } from './middleware/no-store.ts';
import { checkOffice } from './middleware/office.ts';
import { checkOrigin } from './middleware/origin.ts';
import { notFound, problems } from './middleware/problems.ts';
import { refuseCredentials } from './middleware/refuse-credentials.ts';
import { refuseOddHeads } from './middleware/refuse-odd-heads.ts';
import { refuseOddTargets } from './middleware/refuse-odd-targets.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { loadSession } from './middleware/session.ts';
import { type Services } from './services.ts';
import { pages } from './static/pages.ts';
import { SECURITY_TXT_PATH, securityTxt } from './static/security-txt.ts';

/**
 * What requests for operations pass, in the order in which they are refused. Each step has the name of its file in
 * middleware/ or session/ (or of its package), so that `npm run explain` shows the real order.
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
    answer: answer(services),
  } satisfies Record<string, RequestHandler>;
}

/** What every request passes before that, files and pages included. */
export function outerSteps(services: Services) {
  return {
    'request-id': requestId,
    'access-log': accessLog(services),
    'security-headers': securityHeaders(services.config),
    'refuse-odd-heads': refuseOddHeads(services.config),
    'refuse-odd-targets': refuseOddTargets,
  } satisfies Record<string, RequestHandler>;
}

/** The gateway's chain, top to bottom. Its order is the security model. Listening is for the caller. */
export function createApp(services: Services): Express {
  const { config } = services;
  const app = express();
  // Should the mapper of problems ever fail itself, Express answers without a stack.
  app.set('env', 'production');
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  app.set('trust proxy', config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false);

  app.use(Object.values(outerSteps(services)));
  // A router of its own, so that the path is matched once and not for each step.
  const api = express.Router().use(Object.values(apiSteps(services)));
  app.use([`${config.BASE_PATH}/api`, `${config.BASE_PATH}/tiles`], api);
  app.get(SECURITY_TXT_PATH, securityTxt(services));
  app.use(config.BASE_PATH === '' ? '/' : config.BASE_PATH, pages(services));
  app.use(notFound);
  app.use(problems(services));
  return app;
}
