import { credentials } from '@despacho/contracts';

export type CredentialField = 'sucursal' | 'username' | 'password';

/** In the order in which the form asks for them. */
export const CREDENTIAL_FIELDS: readonly CredentialField[] = ['sucursal', 'username', 'password'];

export type CredentialErrors = Partial<Record<CredentialField, string | undefined>>;

/** @returns one message for each field that the contract would refuse; none when the form may be sent. */
export function credentialErrors(typed: Record<CredentialField, string>): CredentialErrors {
  const checked = credentials.safeParse(typed);
  const errors: CredentialErrors = {};
  if (checked.success) return errors;
  for (const { code, message, path } of checked.error.issues) {
    const field = CREDENTIAL_FIELDS.find((name) => name === path[0]);
    // The contract words what is missing; that something is too long needs no more than this.
    if (field) errors[field] ??= code === 'too_big' ? 'Es demasiado largo' : message;
  }
  return errors;
}
