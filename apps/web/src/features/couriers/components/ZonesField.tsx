import { areaOf, type District } from '@despacho/contracts/dispatch';
import { useId, useState } from 'react';
import { useDistricts } from '#shared/districts/districts.ts';
import { useNearProvince } from '#shared/districts/districts-query.ts';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { useAnnounceMatches } from '#shared/hooks/use-announce-matches.ts';
import styles from './ZonesField.module.css';

interface Props {
  officeId: string;
  value: readonly string[];
  /** Whether nothing else limits where the courier goes. */
  isAnywhere?: boolean;
  error?: string | undefined;
  onChange: (zones: readonly string[]) => void;
}

/** Fits the districts of Lima and Callao; further ones are found by typing. */
const MAX_SHOWN = 60;

function chosenText(count: number, isAnywhere: boolean): string {
  if (count === 0)
    return isAnywhere
      ? 'Sin zonas seleccionadas va a cualquier distrito'
      : 'Va solo a las zonas dibujadas seleccionadas';
  return count === 1 ? '1 distrito seleccionado' : `${count} distritos seleccionados`;
}

/** Picker for a courier's districts; an empty selection means all districts. */
export function ZonesField({ officeId, value, isAnywhere = true, error, onChange }: Props) {
  const id = useId();
  const [search, setSearch] = useState('');
  // The initial selection: re-sorting on each click would move the rows under the pointer.
  const [first] = useState(() => new Set(value));
  const districts = useDistricts();
  const found = districts.search(search, useNearProvince(officeId));
  const isFirst = ({ ubigeo }: District): boolean => first.has(ubigeo);
  const chosen = search.trim() === '' ? [...first].flatMap((code) => districts.of(code) ?? []) : found.filter(isFirst);
  const listed = [...chosen, ...found.filter((each) => !isFirst(each))];
  useAnnounceMatches(search, listed.length);
  const shown = listed.slice(0, Math.max(MAX_SHOWN, chosen.length));
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
        onChange={({ target }) => setSearch(target.value)}
      />
      <div ref={oneTabStop} className={styles['list']}>
        {shown.map((district) => (
          <label key={district.ubigeo} className={styles['zone']}>
            <input
              type="checkbox"
              checked={value.includes(district.ubigeo)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...value, district.ubigeo] : value.filter((each) => each !== district.ubigeo),
                )
              }
            />
            <span>{district.name}</span>
            <span className="small">{areaOf(district)}</span>
          </label>
        ))}
        {listed.length > shown.length && (
          <p className={styles['none']}>y {listed.length - shown.length} más: escriba para encontrarlos</p>
        )}
        {shown.length === 0 && <p className={styles['none']}>Ningún distrito coincide.</p>}
      </div>
      <p id={`${id}-note`} className={error === undefined ? fieldStyles['hint'] : fieldStyles['error']}>
        {error ?? chosenText(value.length, isAnywhere)}
      </p>
    </fieldset>
  );
}
