import { type Credentials, passwordOperations, type PasswordVerdict, type SessionView } from '@despacho/contracts';
import { call } from '#shared/http/call.ts';

/** Whose password it is, on pages without a session. */
export interface About {
  sucursal: string;
  username: string;
}

/** Judges a password while it is typed. */
export const checkPassword = (
  password: string,
  about: About | undefined,
  signal: AbortSignal,
): Promise<PasswordVerdict> =>
  call(passwordOperations['passwords.check'], {
    body: { password, ...about },
    signal,
    background: 'refresh',
    logged: true,
  });

/** Changes the own password. @returns how many other sessions were ended. */
export const changePassword = async (current: string, password: string): Promise<number> =>
  (await call(passwordOperations['passwords.change'], { body: { current, password } })).ended;

/** Changes a temporary password, and signs in. A wrong one is no end of a session. */
export const changeFirstPassword = (credentials: Credentials, newPassword: string): Promise<SessionView> =>
  call(passwordOperations['passwords.first'], { body: { ...credentials, newPassword }, expects: 401, held: false });

/** Sets a password with the secret of a link. */
export const resetPassword = (secret: string, password: string): Promise<undefined> =>
  call(passwordOperations['passwords.reset'], { body: { secret, password }, held: false });
