import { TextField, type TextFieldProps } from '#shared/ui/TextField/TextField.tsx';

interface Props extends Omit<TextFieldProps, 'label' | 'name' | 'type'> {
  /** Whether a recovery code is typed instead of the app's. */
  isRecovery?: boolean;
}

/** Input of a code of a second factor. */
export function CodeField({ isRecovery = false, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      name="code"
      label={isRecovery ? 'Código de recuperación' : 'Código de 6 números'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      aria-required
    />
  );
}
