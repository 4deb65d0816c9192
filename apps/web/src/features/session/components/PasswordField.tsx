import { type KeyboardEvent, useState } from 'react';
import { TextField, type TextFieldProps } from '../../../shared/ui/TextField/TextField.tsx';
import { EyeIcon } from './EyeIcon.tsx';
import styles from '../../../shared/ui/Field/Field.module.css';

/** Password input with a button to show it and a Caps Lock hint. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'hint'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent): void => {
    // Password managers dispatch events that are not keyboard events.
    if (typeof event.getModifierState === 'function') setCapsLock(event.getModifierState('CapsLock'));
  };
  return (
    <TextField
      {...props}
      onKeyDown={readCapsLock}
      onKeyUp={readCapsLock}
      onBlur={() => {
        setCapsLock(false);
      }}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? 'Bloq Mayús está activado' : undefined}
      end={
        <button
          type="button"
          className={styles['endButton']}
          aria-label="Mostrar contraseña"
          aria-pressed={shown}
          onClick={() => {
            setShown(!shown);
          }}
        >
          <EyeIcon crossed={shown} />
        </button>
      }
    />
  );
}
