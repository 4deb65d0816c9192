import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router-dom';
import buttonStyles from '../Button/Button.module.css';
import { classes } from '../../styles/classes.ts';
import floating from '../Floating/Floating.module.css';
import iconButton from '../IconButton/IconButton.module.css';
import { MenuButton, type MenuParts } from './MenuButton.tsx';

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
  /** See `MenuButton`. */
  frame?: RefObject<HTMLElement | null> | undefined;
  /** @returns further entries below the items, such as a choice. */
  children?: (parts: MenuParts) => ReactNode;
}

/** A button that opens a menu of actions. */
export function Menu({ label, icon, items, compact = false, outlined = false, frame, children }: MenuProps) {
  const [asked, setAsked] = useState<readonly MenuItem[]>([]);
  return (
    <MenuButton
      {...(compact && { 'aria-label': label })}
      className={
        compact
          ? classes(iconButton['button'], iconButton[outlined ? 'outline' : 'plain'])
          : classes(buttonStyles['button'], buttonStyles['secondary'])
      }
      frame={frame}
      onOpenChange={(isOpen) => {
        if (isOpen && typeof items === 'function') setAsked(items());
      }}
      entries={(parts) => (
        <>
          {(typeof items === 'function' ? asked : items).map((item) => (
            <MenuRow key={item.label} parts={parts} item={item} />
          ))}
          {children?.(parts)}
        </>
      )}
    >
      {icon}
      {!compact && (
        <>
          {label}
          <ChevronDown size={18} aria-hidden="true" />
        </>
      )}
    </MenuButton>
  );
}

function MenuRow({ parts: Base, item }: { parts: MenuParts; item: MenuItem }) {
  const { label, icon, href, onSelect, danger = false, disabledReason } = item;
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
