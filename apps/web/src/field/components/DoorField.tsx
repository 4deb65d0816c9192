import { plainSoles } from '#shared/format/format-soles.ts';
import { packagesText } from '../rules/stop-texts.ts';
import { type Stop } from '../offline/types.ts';
import styles from './ReasonField.module.css';
import { Section } from './Section.tsx';

interface Props {
  stop: Stop;
  /** The other orders of the same address and recipient. */
  others: readonly Stop[];
  /** Ids of those that are not part of the visit. */
  apart: readonly string[];
  onChange: (apart: readonly string[]) => void;
}

/** Several parcels for one door: which of them this visit is about. */
export function DoorField({ stop, others, apart, onChange }: Props) {
  return (
    <Section title="Para la misma puerta">
      <p>Una sola foto, firma y confirmación para {stop.code} y:</p>
      <div role="group" aria-label="Órdenes de la misma puerta" className={styles['reasons']}>
        {others.map((other) => (
          <label key={other.id} className={styles['reason']}>
            <input
              type="checkbox"
              checked={!apart.includes(other.id)}
              onChange={({ target }) =>
                onChange(target.checked ? apart.filter((id) => id !== other.id) : [...apart, other.id])
              }
            />
            {[
              other.code,
              packagesText(other),
              // Not broken within the amount.
              other.collectDue === null ? '' : `Cobrar\u00A0S/\u00A0${plainSoles(other.collectDue)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </label>
        ))}
      </div>
    </Section>
  );
}
