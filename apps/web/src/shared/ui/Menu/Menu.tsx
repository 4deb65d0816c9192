import { Menu as Base } from '@base-ui/react/menu';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router-dom';
import buttonStyles from '../Button/Button.module.css';
import { classes } from '../../styles/classes.ts';
import floating from '../Floating/Floating.module.css';
import iconButton from '../IconButton/IconButton.module.css';
import { MenuPopup } from './MenuPopup.tsx';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** Target path of the router; without it, the entry calls `onSelect`. */
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Why it is disabled. */
  disabledReason?: string | undefined;
}

interface MenuProps {
  label: string;
  icon?: ReactNode;
  /** Shows only the icon, for lack of space. */
  compact?: boolean;
  /** Draws a border around the icon, next to other buttons. */
  outlined?: boolean;
  /**
   * A function is called each time the menu opens, so that a menu in every row of a long list is cheap. Its result
   * stays the same while the menu is open.
   */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** See `MenuPopup`. */
  frame?: RefObject<HTMLElement | null> | undefined;
  /** Further entries below the items, such as a choice. */
  children?: ReactNode;
}

/** A button that opens a menu of actions. */
export function Menu({ label, icon, items, compact = false, outlined = false, frame, children }: MenuProps) {
  const [asked, setAsked] = useState<readonly MenuItem[]>([]);
  return (
    <Base.Root
      onOpenChange={(isOpen) => {
        if (isOpen && typeof items === 'function') setAsked(items());
      }}
    >
      {compact ? (
        <Base.Trigger
          aria-label={label}
          className={classes(iconButton['button'], iconButton[outlined ? 'outline' : 'plain'])}
        >
          {icon}
        </Base.Trigger>
      ) : (
        <Base.Trigger className={classes(buttonStyles['button'], buttonStyles['secondary'])}>
          {icon}
          {label}
          <ChevronDown size={18} aria-hidden="true" />
        </Base.Trigger>
      )}
      <MenuPopup frame={frame}>
        {(typeof items === 'function' ? asked : items).map((item) => (
          <MenuRow key={item.label} item={item} />
        ))}
        {children}
      </MenuPopup>
    </Base.Root>
  );
}

function MenuRow({ item: { label, icon, href, onSelect, danger = false, disabledReason } }: { item: MenuItem }) {
  const look = classes(floating['item'], danger && floating['danger']);
  if (href !== undefined)
    return (
      <Base.LinkItem className={look} closeOnClick render={<Link to={href} />}>
        {icon}
        {label}
      </Base.LinkItem>
    );
  return (
    <Base.Item className={look} disabled={disabledReason !== undefined} onClick={onSelect}>
      {icon}
      {disabledReason === undefined ? (
        label
      ) : (
        <span>
          {label}
          <span className={floating['why']}>{disabledReason}</span>
        </span>
      )}
    </Base.Item>
  );
}
