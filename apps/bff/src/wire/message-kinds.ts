import { type Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/** Express's own prototypes of requests and responses, which its types do not name. */
interface Kinds {
  request: object;
  response: object;
}

/**
 * Express makes its own of each request and response by changing what they are, which is among the slowest things one can
 * do to an object. These are made so from the start: nothing is left to change.
 * @returns the kinds of messages a server makes for this application.
 */
export function messageKinds(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Req extends IncomingMessage> extends ServerResponse<Req> {}
  const kinds = app as unknown as Kinds;
  Object.setPrototypeOf(AppRequest.prototype, kinds.request);
  Object.setPrototypeOf(AppResponse.prototype, kinds.response);
  kinds.request = AppRequest.prototype;
  kinds.response = AppResponse.prototype;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
