import { type ReactNode, useState } from 'react';
import find from '../components/FindStop.module.css';

interface Props {
  placeholder: string;
  onLabel: (text: string) => void;
  /** Beside the field. */
  children?: ReactNode;
}

/** A field for the code of a label, or its end. */
export function LabelField({ placeholder, onLabel, children }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className={find['find']}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onLabel(typed);
        setTyped('');
      }}
    >
      <span className={find['field']}>
        <input
          aria-label="Código de la etiqueta"
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </span>
      {children}
    </form>
  );
}
