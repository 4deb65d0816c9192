import cookieParser from 'cookie-parser';
import express, { Router, type Express } from 'express';
import { accessLog } from './middleware/access-log.ts';
import { checkAccess } from './middleware/access.ts';
import { answer } from './middleware/answer.ts';
import { checkContract } from './middleware/contract.ts';
import { checkCsrf } from './middleware/csrf.ts';
import { deadline } from './middleware/deadline.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { limitSize } from './middleware/limit-size.ts';
import { lookup } from './middleware/lookup.ts';
import { noStore } from './middleware/no-store.ts';
import { checkOffice } from './middleware/office.ts';
import { checkOrigin } from './middleware/origin.ts';
import { notFound, problems } from './middleware/problems.ts';
import { refuseOddTargets } from './middleware/refuse-odd-targets.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { loadSession } from './middleware/session.ts';
import { type Services } from './services.ts';
import { pages } from './static/pages.ts';

/** Where requests for operations pass, in the order in which they are refused. */
function createApi(services: Services): Router {
  const { config, now } = services;
  const api = Router({ caseSensitive: true, strict: true });
  api.use(noStore);
  api.use(lookup(config.BASE_PATH));
  api.use(limitSize);
  api.use(deadline(config.UPSTREAM_TIMEOUT_MS));
  api.use(cookieParser());
  api.use(loadSession(services));
  api.use(checkOrigin(config));
  api.use(checkCsrf);
  api.use(limitRate(config.REQUESTS_PER_MINUTE, now));
  api.use(checkAccess(services));
  api.use(checkContract);
  api.use(checkOffice);
  api.use(answer(services));
  return api;
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

  app.use(requestId);
  app.use(accessLog(services));
  app.use(securityHeaders(config));
  app.use(refuseOddTargets);
  app.use([`${config.BASE_PATH}/api`, `${config.BASE_PATH}/tiles`], createApi(services));
  app.use(config.BASE_PATH === '' ? '/' : config.BASE_PATH, pages(services));
  app.use(notFound);
  app.use(problems(services));
  return app;
}
