import { NavLink } from 'react-router-dom';
import { classes } from '../../../shared/styles/classes.ts';
import { Tooltip } from '../../../shared/ui/Tooltip/Tooltip.tsx';
import { EntryIcon } from './EntryIcon.tsx';
import type { MenuLink } from '../rules/menu.ts';
import styles from './MenuList.module.css';

/** A menu entry with a link. */
export function MenuLinkItem({ entry, isMini }: { entry: MenuLink; isMini: boolean }) {
  return (
    <Tooltip text={entry.title} side="right" disabled={!isMini}>
      <NavLink to={entry.path} className={({ isActive }) => classes(styles['entry'], isActive && styles['active'])}>
        <EntryIcon icon={entry.icon} />
        <span className={styles['title']}>{entry.title}</span>
      </NavLink>
    </Tooltip>
  );
}
