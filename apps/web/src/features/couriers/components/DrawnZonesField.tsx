import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import areas from '#shared/map/zones/zones.module.css';
import { classes } from '#shared/styles/classes.ts';
import fieldStyles from '#shared/ui/Field/Field.module.css';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import styles from './ZonesField.module.css';

interface Props {
  officeId: string;
  value: readonly string[];
  error?: string | undefined;
  onChange: (ids: readonly string[]) => void;
}

/** Picker for the drawn zones that a courier serves. Nothing in an office that draws none. */
export function DrawnZonesField({ officeId, value, error, onChange }: Props) {
  const id = useId();
  const { data: zones = [], isSuccess } = useQuery(zonesQuery(officeId));
  // The initial selection, so that a removed zone does not disappear when it is deselected.
  const [first] = useState(value);
  const removed = isSuccess ? first.filter((each) => zones.every((zone) => zone.id !== each)) : [];
  const listed = [...zones, ...removed.map((each) => ({ id: each, name: 'Zona quitada', color: 'gris' as const }))];
  if (listed.length === 0) return null;
  return (
    <fieldset className={styles['group']} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={fieldStyles['label']}>Zonas dibujadas</legend>
      <div className={styles['drawn']}>
        {listed.map((zone) => (
          <label key={zone.id} className={styles['zone']}>
            <input
              type="checkbox"
              checked={value.includes(zone.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, zone.id] : value.filter((each) => each !== zone.id))
              }
            />
            <span>{zone.name}</span>
            <span className={classes(areas['swatch'], areas[zone.color])} aria-hidden="true" />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={fieldStyles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
