import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import { type ReactNode } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { type RovingItem, useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { nextStance, type Stance } from '../rules/choices.ts';
import styles from './StanceGroup.module.css';

export interface StanceOption<T extends string = string> {
  value: T;
  label: string;
  /** Number of matching orders; omitted while unknown. */
  count?: number | undefined;
}

interface Props<T extends string> {
  label: string;
  options: readonly StanceOption<T>[];
  stanceOf: (value: T) => Stance;
  onChange: (value: T, stance: Stance) => void;
  className?: string | undefined;
  /** Shown after the chips. */
  children?: ReactNode;
}

/** A row of filter chips: a single tab stop, with arrow keys between chips. */
export function StanceGroup<T extends string>({ label, options, stanceOf, onChange, className, children }: Props<T>) {
  const { list, itemAt } = useRovingFocus(options.length, { axis: 'row', keys: options.map(({ value }) => value) });
  return (
    <div role="group" aria-label={label} className={className} {...list}>
      {options.map((option, place) => (
        <Chip
          key={option.value}
          item={itemAt(place)}
          option={option}
          stance={stanceOf(option.value)}
          onChange={(stance) => onChange(option.value, stance)}
        />
      ))}
      {children}
    </div>
  );
}

const SAID = { is: 'incluidas', not: 'excluidas' } as const;
const NEXT_LABEL = {
  is: 'Presione para excluirlas',
  not: 'Presione para quitar el filtro',
  none: 'Presione para ver solo estas',
};

interface ChipProps {
  item: RovingItem;
  option: StanceOption;
  stance: Stance;
  onChange: (stance: Stance) => void;
}

/** Each click advances: include, exclude, neither. */
function Chip({ item, option: { label, count }, stance, onChange }: ChipProps) {
  return (
    <button
      {...item}
      type="button"
      aria-pressed={stance !== null}
      className={styles['chip']}
      data-stance={stance ?? undefined}
      title={NEXT_LABEL[stance ?? 'none']}
      onClick={() => onChange(nextStance(stance))}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        onChange(null);
      }}
    >
      {stance === 'is' && <Check size={14} strokeWidth={2.5} aria-hidden="true" />}
      {stance === 'not' && <Ban size={14} strokeWidth={2.25} aria-hidden="true" />}
      <span className={styles['label']}>{label}</span>
      {count !== undefined && stance !== 'not' && <span className={styles['count']}>{formatNumber(count)}</span>}
      {stance && <span className="visually-hidden">{SAID[stance]}</span>}
    </button>
  );
}
