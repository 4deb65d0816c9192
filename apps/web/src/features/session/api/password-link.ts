import { type NewPasswordLink, passwordLinkOperations } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';

/** Creates a reset link for a person of an office. */
export const createPasswordLink = (officeId: string, id: string): Promise<NewPasswordLink> =>
  call(passwordLinkOperations['passwords.link'], { params: { id }, query: { officeId } });
