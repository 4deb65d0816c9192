import { DISTRICTS, type DistrictOf } from '@despacho/contracts/dispatch';
import { useId, useState } from 'react';
import { fold } from '../../../shared/fields/fold.ts';
import { includesWords, queryWords } from '../../../shared/fields/search.ts';
import fieldStyles from '../../../shared/ui/Field/Field.module.css';
import styles from './ZonesField.module.css';

interface Props {
  value: readonly string[];
  error?: string | undefined;
  onChange: (zones: readonly string[]) => void;
}

/** Selected districts first, then by province and name. */
const rank = (chosen: ReadonlySet<string>, { ubigeo }: DistrictOf): number => (chosen.has(ubigeo) ? 0 : 1);

function chosenText(count: number): string {
  if (count === 0) return 'Sin zonas elegidas va a cualquier distrito';
  return count === 1 ? '1 distrito elegido' : `${count} distritos elegidos`;
}

/** Picker for a courier's districts; an empty selection means all districts. */
export function ZonesField({ value, error, onChange }: Props) {
  const id = useId();
  const [search, setSearch] = useState('');
  // The initial selection: re-sorting on each click would move the rows under the pointer.
  const [first] = useState(() => new Set(value));
  const words = queryWords(search);
  const shown = DISTRICTS.filter(({ name, province }) => includesWords(fold(`${name} ${province}`), words)).toSorted(
    (one, other) => rank(first, one) - rank(first, other),
  );
  return (
    <fieldset className={styles['group']} aria-describedby={`${id}-note`}>
      <legend className={fieldStyles['label']}>Zonas</legend>
      <input
        type="text"
        aria-label="Buscar distrito"
        placeholder="Buscar distrito"
        autoComplete="off"
        className={fieldStyles['input']}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
        }}
      />
      <div className={styles['list']}>
        {shown.map(({ ubigeo, name, province }) => (
          <label key={ubigeo} className={styles['zone']}>
            <input
              type="checkbox"
              checked={value.includes(ubigeo)}
              onChange={({ target }) => {
                onChange(target.checked ? [...value, ubigeo] : value.filter((each) => each !== ubigeo));
              }}
            />
            <span>{name}</span>
            <span className={styles['province']}>{province}</span>
          </label>
        ))}
        {shown.length === 0 && <p className={styles['none']}>Ningún distrito coincide.</p>}
      </div>
      <p id={`${id}-note`} className={error === undefined ? fieldStyles['hint'] : fieldStyles['error']}>
        {error ?? chosenText(value.length)}
      </p>
    </fieldset>
  );
}
