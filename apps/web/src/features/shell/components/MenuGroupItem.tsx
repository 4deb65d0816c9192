import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { classes } from '#shared/styles/classes.ts';
import floating from '#shared/ui/Floating/Floating.module.css';
import { MenuButton } from '#shared/ui/Menu/MenuButton.tsx';
import { Tooltip } from '#shared/ui/Tooltip/Tooltip.tsx';
import { EntryIcon } from './EntryIcon.tsx';
import { childPath, type MenuGroup } from '../rules/menu.ts';
import styles from './MenuList.module.css';

/** A collapsible menu group; initially open if it contains the current page. A flyout when minimised. */
export function MenuGroupItem({ group, isMini }: { group: MenuGroup; isMini: boolean }) {
  const { pathname } = useLocation();
  const containsPage = pathname.startsWith(`${group.path}/`);
  const [isOpen, setOpen] = useState(containsPage);
  const panelId = useId();
  if (isMini) return <MenuGroupFlyout group={group} containsPage={containsPage} />;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        className={classes(styles['entry'], styles['trigger'])}
        onClick={() => setOpen(!isOpen)}
      >
        <EntryIcon icon={group.icon} />
        <span className={styles['title']}>{group.title}</span>
        <ChevronDown size={16} aria-hidden="true" className={styles['chevron']} />
      </button>
      {isOpen && (
        <div id={panelId} className={styles['panel']}>
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
        </div>
      )}
    </>
  );
}

function MenuGroupFlyout({ group, containsPage }: { group: MenuGroup; containsPage: boolean }) {
  return (
    <Tooltip text={group.title} side="right">
      <MenuButton
        aria-label={group.title}
        className={classes(styles['entry'], styles['trigger'], containsPage && styles['active'])}
        place={{ side: 'right', align: 'start', sideOffset: 10 }}
        entries={(Menu) => (
          <Menu.Group>
            <Menu.GroupLabel className={floating['heading']}>{group.title}</Menu.GroupLabel>
            {group.children.map((child) => (
              <Menu.LinkItem
                key={child.path}
                closeOnClick
                className={floating['item']}
                render={<NavLink to={childPath(group, child)} />}
              >
                {child.title}
              </Menu.LinkItem>
            ))}
          </Menu.Group>
        )}
      >
        <EntryIcon icon={group.icon} />
      </MenuButton>
    </Tooltip>
  );
}
