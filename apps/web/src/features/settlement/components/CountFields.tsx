import { COUNT_FIELDS, type CountField, NOTES } from '@despacho/contracts/dispatch';
import { type KeyboardEvent, useId } from 'react';
import { classes } from '#shared/styles/classes.ts';
import field from '#shared/ui/Field/Field.module.css';
import { plainSoles } from '#shared/format/format-soles.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { type Draft, type DraftField } from '../rules/draft.ts';
import styles from './CountFields.module.css';

interface Props {
  counts: Draft['counts'];
  /** Shown once the person has tried to send. */
  errors: Partial<Record<DraftField, string>>;
  onChange: (counts: Draft['counts']) => void;
}

const LABELS: Record<CountField, string> = {
  n200: 'Billetes de 200',
  n100: 'Billetes de 100',
  n50: 'Billetes de 50',
  n20: 'Billetes de 20',
  n10: 'Billetes de 10',
  coins: 'Monedas, en soles',
};

/** @returns the value of a field in céntimos; NaN if it is unreadable. */
function worthOf(name: CountField, typed: string, place: number): number {
  if (typed.trim() === '') return 0;
  return name === 'coins' ? parseFigure(typed, 2) : parseFigure(typed, 0) * (NOTES[place] ?? 0);
}

/** ↓ and Enter go to the next field, ↑ to the one before. Enter in the last one submits the form. */
function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const all = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (event.key === 'Enter' && !next) return;
  event.preventDefault();
  next?.focus();
  next?.select();
}

/** Fields for counted notes and coins, each with its value. */
export function CountFields({ counts, errors, onChange }: Props) {
  const id = useId();
  const noted = COUNT_FIELDS.filter((name) => errors[name] !== undefined);
  return (
    <fieldset className={styles['count']}>
      <legend className="visually-hidden">Conteo del efectivo</legend>
      {COUNT_FIELDS.map((name, place) => {
        const worth = worthOf(name, counts[name], place);
        return (
          <div key={name} className={styles['denomination']}>
            <label htmlFor={`${id}-${name}`}>{LABELS[name]}</label>
            <input
              id={`${id}-${name}`}
              className={classes(field['small'], styles['pieces'])}
              inputMode={name === 'coins' ? 'decimal' : 'numeric'}
              autoComplete="off"
              placeholder="0"
              value={counts[name]}
              aria-invalid={errors[name] !== undefined || undefined}
              aria-describedby={errors[name] === undefined ? undefined : `${id}-error`}
              onChange={(event) => onChange({ ...counts, [name]: event.target.value })}
              onKeyDown={moveOn}
            />
            <output>{Number.isNaN(worth) ? '—' : worth === 0 ? '' : plainSoles(worth)}</output>
          </div>
        );
      })}
      {noted.length > 0 && (
        <p id={`${id}-error`} className={field['error']}>
          {noted.map((name) => errors[name]).find((text) => text !== undefined)}
        </p>
      )}
    </fieldset>
  );
}
