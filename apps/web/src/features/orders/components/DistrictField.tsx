import { DISTRICTS, type DistrictOf, districtOf } from '@despacho/contracts/dispatch';
import { type KeyboardEvent, useId, useState } from 'react';
import { fold } from '../../../shared/fields/fold.ts';
import { holdsWords, queryWords } from '../../../shared/fields/search.ts';
import { classes } from '../../../shared/styles/classes.ts';
import { TextField } from '../../../shared/ui/TextField/TextField.tsx';
import styles from './DistrictField.module.css';

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  /** Whose districts come first. */
  near: string;
  onChange: (ubigeo: string) => void;
}

const MOST_SHOWN = 8;

const nameOf = ({ name, province }: DistrictOf): string => `${name}, ${province}`;

function found(text: string, near: string): DistrictOf[] {
  const words = queryWords(text);
  const starts = (district: DistrictOf): number => (fold(district.name).startsWith(words[0] ?? '') ? 0 : 1);
  const isFar = ({ province }: DistrictOf): number => (province === near ? 0 : 1);
  return DISTRICTS.filter((district) => holdsWords(fold(nameOf(district)), words))
    .toSorted((one, other) => isFar(one) - isFar(other) || starts(one) - starts(other))
    .slice(0, MOST_SHOWN);
}

/** A district out of those that are delivered to: typed and chosen, with or without accents. */
export function DistrictField({ label, value, error, near, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const chosen = districtOf(value);
  const isOpen = text !== undefined;
  const options = isOpen ? found(text, near) : [];
  const current = options[Math.min(active, options.length - 1)];

  const choose = (district: DistrictOf): void => {
    onChange(district.ubigeo);
    setText(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!isOpen) setText('');
      setActive((at) => Math.max(0, Math.min(at + step, Math.max(0, options.length - 1))));
    } else if (event.key === 'Enter' && isOpen && current) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && isOpen) {
      // Closes the list, not the window around it.
      event.preventDefault();
      event.stopPropagation();
      setText(undefined);
    }
  };
  return (
    <div className={styles['field']}>
      <TextField
        label={label}
        error={error}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && `${id}-${current.ubigeo}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Escriba y elija"
        value={text ?? (chosen ? nameOf(chosen) : '')}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onFocus={({ target }) => {
          target.select();
        }}
        onBlur={() => {
          // Written out in full is as good as chosen.
          if (text && options.length === 1 && options[0]) choose(options[0]);
          else setText(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Distritos" className={styles['list']} hidden={!isOpen}>
        {options.map((district, index) => (
          <li
            key={district.ubigeo}
            id={`${id}-${district.ubigeo}`}
            role="option"
            aria-selected={district === current}
            className={classes(styles['option'], district === current && styles['active'])}
            onPointerDown={(event) => {
              // The focus stays in the field.
              event.preventDefault();
            }}
            onPointerEnter={() => {
              setActive(index);
            }}
            onClick={() => {
              choose(district);
            }}
          >
            {district.name} <span className={styles['province']}>{district.province}</span>
          </li>
        ))}
        {isOpen && options.length === 0 && <li className={styles['none']}>Ningún distrito coincide</li>}
      </ul>
    </div>
  );
}
