import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { classes } from '../../styles/classes.ts';
import field from '../Field/Field.module.css';
import { Kbd } from '../Kbd/Kbd.tsx';
import styles from './SearchField.module.css';
import { useAnnounceMatches } from '../../hooks/use-announce-matches.ts';
import { useShortcut } from '../../hooks/use-shortcut.ts';

interface SearchFieldProps {
  /** Accessible name. */
  label: string;
  /** What can be searched; the label by default. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** A key that focuses the field, shown at its right end: for the search of the screen, which is a landmark. */
  shortcut?: string;
  /** Called for ↓ and Enter, which move to the results. */
  onLeave?: () => void;
  /** How many entries of the list beside it match, which is announced while typing. */
  matches?: number | undefined;
  className?: string | undefined;
}

/** A search box. The first Esc clears it, the second one leaves it. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  shortcut,
  onLeave,
  matches,
  className,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useAnnounceMatches(value, matches);
  useShortcut(shortcut, () => {
    input.current?.focus();
    input.current?.select();
  });
  return (
    <div role={shortcut === undefined ? undefined : 'search'} className={classes(styles['search'], className)}>
      <Search size={18} aria-hidden="true" className={styles['glass']} />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        className={styles['input']}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (onLeave && (event.key === 'ArrowDown' || event.key === 'Enter') && !event.nativeEvent.isComposing) {
            event.preventDefault();
            onLeave();
          }
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (value === '') event.currentTarget.blur();
          else onChange('');
        }}
      />
      {value === '' ? (
        shortcut !== undefined && (
          <span className={styles['key']} aria-hidden="true">
            <Kbd>{shortcut}</Kbd>
          </span>
        )
      ) : (
        <button
          type="button"
          className={classes(field['endButton'], styles['clear'])}
          aria-label="Borrar la búsqueda"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
