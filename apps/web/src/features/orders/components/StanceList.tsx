import { useState } from 'react';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { type Stance } from '../rules/choices.ts';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import styles from './MoreFilters.module.css';
import { StanceGroup, type StanceOption } from './StanceGroup.tsx';

interface Props {
  label: string;
  options: readonly StanceOption[];
  /**
   * Finds further options by the typed text, for lists too long to pass; by default, `options` whose label contains it.
   */
  find?: (text: string) => readonly StanceOption[];
  stanceOf: (value: string) => Stance;
  onChange: (value: string, stance: Stance) => void;
  /** Shown without options. */
  empty?: string;
}

/** Longer lists get a search field. */
const MANY = 12;

/** Options to include or exclude. Long lists have a search field and always show selected options. */
export function StanceList({ label, options, find, stanceOf, onChange, empty = 'Nada que seleccionar' }: Props) {
  const [search, setSearch] = useState('');
  const isLong = find !== undefined || options.length > MANY;
  const matching = find ? find(search) : rankedSearch(options, ({ label: name }) => ({ name }))(search).items;
  const chosen = options.filter((option) => stanceOf(option.value) !== null);
  const listed = isLong ? [...chosen, ...matching.filter(({ value }) => stanceOf(value) === null)] : options;
  const shown = isLong ? listed.slice(0, MANY + chosen.length) : options;
  const hidden = listed.length - shown.length;
  return (
    <div className="stack">
      <p className={styles['legend']} aria-hidden="true">
        {label}
      </p>
      {isLong && (
        <input
          type="text"
          className={fieldStyles['small']}
          placeholder={`Buscar ${label.toLowerCase()}`}
          aria-label={`Buscar ${label.toLowerCase()}`}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <StanceGroup label={label} options={shown} stanceOf={stanceOf} onChange={onChange} className={styles['options']}>
        {hidden > 0 && <span className="note">y {hidden} más: escriba para encontrarlos</span>}
        {!isLong && options.length === 0 && <span className="note">{empty}</span>}
        {isLong && shown.length === 0 && <span className="note">Ninguno coincide</span>}
      </StanceGroup>
    </div>
  );
}
