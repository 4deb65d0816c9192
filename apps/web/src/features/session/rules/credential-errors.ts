import { credentials } from '@despacho/contracts';

export type CredentialField = 'sucursal' | 'username' | 'password';

/** In form order. */
export const CREDENTIAL_FIELDS: readonly CredentialField[] = ['sucursal', 'username', 'password'];

export type CredentialErrors = Partial<Record<CredentialField, string | undefined>>;

/** @returns one message per field that the contract rejects; empty if the form is valid. */
export function credentialErrors(typed: Record<CredentialField, string>): CredentialErrors {
  const checked = credentials.safeParse(typed);
  const errors: CredentialErrors = {};
  if (checked.success) return errors;
  for (const { code, message, path } of checked.error.issues) {
    const field = CREDENTIAL_FIELDS.find((name) => name === path[0]);
    // The contract has Spanish messages for missing values only.
    if (field) errors[field] ??= code === 'too_big' ? 'Es demasiado largo' : message;
  }
  return errors;
}
