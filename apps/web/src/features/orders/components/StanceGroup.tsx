import { ToggleGroup } from '@base-ui/react/toggle-group';
import { type ReactNode } from 'react';
import { type Stance } from '../rules/choices.ts';
import { StanceChip } from './StanceChip.tsx';

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
  return (
    <ToggleGroup
      multiple
      aria-label={label}
      className={className}
      value={options.map(({ value }) => value).filter((value) => stanceOf(value) !== null)}
    >
      {options.map(({ value, label: name, count }) => (
        <StanceChip
          key={value}
          value={value}
          label={name}
          count={count}
          stance={stanceOf(value)}
          onChange={(stance) => {
            onChange(value, stance);
          }}
        />
      ))}
      {children}
    </ToggleGroup>
  );
}
