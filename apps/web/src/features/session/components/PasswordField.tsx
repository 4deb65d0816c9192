import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../../shared/ui/TextField/TextField.tsx';
import { EyeIcon } from './EyeIcon.tsx';
import styles from '../../../shared/ui/Field/Field.module.css';
import { useCapsLock } from '../state/use-caps-lock.ts';

/** Password input with a button to show it and a Caps Lock hint. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'hint'>) {
  const [shown, setShown] = useState(false);
  const capsLock = useCapsLock();
  return (
    <TextField
      {...props}
      {...capsLock.listeners}
      type={shown ? 'text' : 'password'}
      hint={capsLock.on ? 'Bloq Mayús está activado' : undefined}
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
