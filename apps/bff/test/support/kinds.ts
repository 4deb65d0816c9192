import { type OperationId } from '@despacho/contracts/operations';
import * as z from 'zod/mini';
import { isUnsafe, operationOf, policyOf } from './sweep.ts';
import { isFile, isPicture, isStream } from './upstream-faults.ts';

/* Rows of the same kind take the same steps of the chain, so a sweep tests one of them (see full.ts). */

/** How the response of an upstream is read. */
export function destinationKind(id: OperationId): string {
  const { to } = policyOf(id);
  // A handler makes its own calls.
  if ('handle' in to) return id;
  const given = ['around', 'doneByStatus', 'readTolerantly'].filter((name) => name in to);
  const { upload } = operationOf(id);
  const media = isStream(id) ? 'stream' : isPicture(id) ? 'picture' : isFile(id) ? 'file' : 'json';
  return [to.upstream, to.credentials, media, isUnsafe(id), upload !== undefined, ...given].join(' ');
}

/** Who may send a request, how it is protected, and what it carries. */
export function rowKind(id: OperationId): string {
  const { access, charge, office, csrf, to } = policyOf(id);
  const { body, upload } = operationOf(id);
  const who = typeof access === 'string' ? access : 'modules';
  const carries = body ? 'body' : upload ? 'upload' : 'nothing';
  const answeredBy = 'handle' in to ? 'handler' : 'send' in to ? 'tiles' : to.upstream;
  return [who, charge, office?.in, isUnsafe(id), csrf, carries, answeredBy].join(' ');
}

/** Which path parameters are accepted. */
export const paramsKind = (id: OperationId): string => {
  const { params } = operationOf(id);
  return params ? JSON.stringify(z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })) : '';
};
