import { MenuGroupItem } from './MenuGroupItem.tsx';
import { MenuLinkItem } from './MenuLinkItem.tsx';
import styles from './MenuList.module.css';
import type { MenuEntry } from '../rules/menu.ts';

interface MenuListProps {
  entries: readonly MenuEntry[];
  isMini: boolean;
}

/** The sidebar's menu. Minimised, it shows icons with their titles as tooltips. */
export function MenuList({ entries, isMini }: MenuListProps) {
  return (
    <ul className={styles['list']} data-mini={isMini || undefined}>
      {entries.map((entry) => (
        <li key={entry.path}>
          {entry.type === 'link' ? (
            <MenuLinkItem entry={entry} isMini={isMini} />
          ) : (
            <MenuGroupItem group={entry} isMini={isMini} />
          )}
        </li>
      ))}
    </ul>
  );
}
