import type { ReactNode } from 'react';
import floating from '../Floating/Floating.module.css';
import iconButton from '../IconButton/IconButton.module.css';
import { classes } from '../../styles/classes.ts';
import { Tooltip } from '../Tooltip/Tooltip.tsx';
import { MenuButton, type MenuParts } from './MenuButton.tsx';

export interface ChoiceMenuProps<T extends string> {
  label: string;
  icon: ReactNode;
  /** `ink` on the sidebar. */
  variant?: 'outline' | 'ink';
  value: T;
  options: readonly { value: T; label: string; icon: ReactNode }[];
  onChange: (value: T) => void;
}

/** An icon button with a menu in which one entry is always selected. */
export function ChoiceMenu<T extends string>({ icon, variant = 'outline', ...choice }: ChoiceMenuProps<T>) {
  return (
    <Tooltip text={choice.label}>
      <MenuButton
        aria-label={choice.label}
        className={classes(iconButton['button'], iconButton[variant])}
        entries={(parts) => <Choices parts={parts} {...choice} />}
      >
        {icon}
      </MenuButton>
    </Tooltip>
  );
}

interface ChoicesProps<T extends string> extends Pick<ChoiceMenuProps<T>, 'label' | 'value' | 'options' | 'onChange'> {
  parts: MenuParts;
}

/** The entries of a choice, for a menu. */
export function Choices<T extends string>({ parts: Base, label, value, options, onChange }: ChoicesProps<T>) {
  return (
    <Base.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={floating['item']}>
          {option.icon}
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
