import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import floating from '../Floating/Floating.module.css';
import iconButton from '../IconButton/IconButton.module.css';
import { classes } from '../../styles/classes.ts';
import { Tooltip } from '../Tooltip/Tooltip.tsx';
import { MenuPopup } from './MenuPopup.tsx';

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
export function ChoiceMenu<T extends string>({
  label,
  icon,
  variant = 'outline',
  value,
  options,
  onChange,
}: ChoiceMenuProps<T>) {
  return (
    <Base.Root>
      <Tooltip text={label}>
        <Base.Trigger aria-label={label} className={classes(iconButton['button'], iconButton[variant])}>
          {icon}
        </Base.Trigger>
      </Tooltip>
      <MenuPopup>
        <Choices label={label} value={value} options={options} onChange={onChange} />
      </MenuPopup>
    </Base.Root>
  );
}

type ChoicesProps<T extends string> = Pick<ChoiceMenuProps<T>, 'label' | 'value' | 'options' | 'onChange'>;

/** The entries of a choice, for a menu. */
export function Choices<T extends string>({ label, value, options, onChange }: ChoicesProps<T>) {
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
