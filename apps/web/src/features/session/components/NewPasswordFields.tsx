import { PasswordField } from './PasswordField.tsx';
import { type About } from '../api/passwords.ts';
import { type NewPassword } from '../state/use-new-password.ts';
import { StrengthMeter } from './StrengthMeter.tsx';

interface Props {
  field: NewPassword;
  /** Without a session: whose it is. */
  about?: About | undefined;
  autoFocus?: boolean;
}

/** A new password, typed twice, with its meter. */
export function NewPasswordFields({ field, about, autoFocus = false }: Props) {
  const { password, repeated, errors, put } = field;
  return (
    <>
      <PasswordField
        label="Contraseña nueva"
        name="newPassword"
        autoComplete="new-password"
        autoFocus={autoFocus}
        aria-required
        value={password}
        error={errors.password}
        onChange={({ target }) => put({ password: target.value })}
      />
      <StrengthMeter password={password} about={about} />
      <PasswordField
        label="Repita la contraseña nueva"
        name="repeated"
        autoComplete="new-password"
        aria-required
        value={repeated}
        error={errors.repeated}
        onChange={({ target }) => put({ repeated: target.value })}
      />
    </>
  );
}
