import { type KeyboardEvent, useState } from 'react';
import { TextField, type TextFieldProps } from '#shared/ui/TextField/TextField.tsx';
import styles from '#shared/ui/Field/Field.module.css';

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
      onBlur={() => setCapsLock(false)}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? 'Bloq Mayús está activado' : undefined}
      end={
        <button
          type="button"
          className={styles['endButton']}
          aria-label="Mostrar contraseña"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </button>
      }
    />
  );
}

/** Inline SVG, because the login page does not load the icon library. */
function EyeIcon({ crossed }: { crossed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2.5 12C4.4 7.9 7.9 5.5 12 5.5S19.6 7.9 21.5 12C19.6 16.1 16.1 18.5 12 18.5S4.4 16.1 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="M4 20L20 4" />}
    </svg>
  );
}
