import { Collapsible } from '@base-ui/react/collapsible';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { classes } from '../../../shared/styles/classes.ts';
import { EntryIcon } from './EntryIcon.tsx';
import { childPath, type MenuGroup } from '../rules/menu.ts';
import { MenuGroupFlyout } from './MenuGroupFlyout.tsx';
import styles from './MenuList.module.css';

/** A collapsible menu group; initially open if it contains the current page. A flyout when minimised. */
export function MenuGroupItem({ group, isMini }: { group: MenuGroup; isMini: boolean }) {
  const { pathname } = useLocation();
  const containsPage = pathname.startsWith(`${group.path}/`);
  const [isOpen, setOpen] = useState(containsPage);
  if (isMini) return <MenuGroupFlyout group={group} containsPage={containsPage} />;
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setOpen}>
      <Collapsible.Trigger className={classes(styles['entry'], styles['trigger'])}>
        <EntryIcon icon={group.icon} />
        <span className={styles['title']}>{group.title}</span>
        <ChevronDown size={16} aria-hidden="true" className={styles['chevron']} />
      </Collapsible.Trigger>
      <Collapsible.Panel className={styles['panel']}>
        <ul>
          {group.children.map((child) => (
            <li key={child.path}>
              <NavLink
                to={childPath(group, child)}
                className={({ isActive }) => classes(styles['entry'], isActive && styles['active'])}
              >
                <abbr className={styles['abbreviation']} aria-hidden="true">
                  {child.abbreviation}
                </abbr>
                <span className={styles['title']}>{child.title}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}
