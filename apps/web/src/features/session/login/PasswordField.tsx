import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../../shared/ui/TextField.tsx';
import styles from './PasswordField.module.css';
import { useCapsLock } from './use-caps-lock.ts';

/** A password with a way to look at it, and a word when capitals are locked. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'hint'>) {
  const [shown, setShown] = useState(false);
  const capsLock = useCapsLock();
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      {...capsLock.listeners}
      type={shown ? 'text' : 'password'}
      hint={capsLock.on ? 'Bloq Mayús está activado' : undefined}
      end={
        <button
          type="button"
          className={styles['show']}
          aria-label="Mostrar contraseña"
          aria-pressed={shown}
          onClick={() => {
            setShown(!shown);
          }}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}
