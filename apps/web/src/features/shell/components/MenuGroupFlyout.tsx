import { Menu } from '@base-ui/react/menu';
import { NavLink } from 'react-router-dom';
import { classes } from '../../../shared/styles/classes.ts';
import floating from '../../../shared/ui/Floating/Floating.module.css';
import { MenuPopup } from '../../../shared/ui/Menu/MenuPopup.tsx';
import { Tooltip } from '../../../shared/ui/Tooltip/Tooltip.tsx';
import { EntryIcon } from './EntryIcon.tsx';
import { childPath, type MenuGroup } from '../rules/menu.ts';
import styles from './MenuList.module.css';

/** A menu group in the minimised sidebar: its entries open in a flyout. */
export function MenuGroupFlyout({ group, containsPage }: { group: MenuGroup; containsPage: boolean }) {
  return (
    <Menu.Root>
      <Tooltip text={group.title} side="right">
        <Menu.Trigger
          aria-label={group.title}
          className={classes(styles['entry'], styles['trigger'], containsPage && styles['active'])}
        >
          <EntryIcon icon={group.icon} />
        </Menu.Trigger>
      </Tooltip>
      <MenuPopup side="right" align="start" sideOffset={10}>
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
      </MenuPopup>
    </Menu.Root>
  );
}
