import { type DispatchOperationId } from '@despacho/contracts/dispatch';
import { type DispatchClient, type Worker } from './dispatch-world.ts';

/** Downloads a file as bytes, whatever its type. */
export async function fileOf(
  dispatch: DispatchClient,
  operation: DispatchOperationId,
  sent: { as?: Worker; office?: string; id?: string; query?: Record<string, string> },
): Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }> {
  const answer = await dispatch.download(operation, sent);
  return { status: answer.status, headers: answer.headers, bytes: answer.body as Buffer };
}
