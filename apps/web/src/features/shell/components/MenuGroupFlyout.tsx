import { Menu } from '@base-ui/react/menu';
import { NavLink } from 'react-router-dom';
import { classes } from '../../../shared/styles/classes.ts';
import floating from '../../../shared/ui/Floating/Floating.module.css';
import { Tooltip } from '../../../shared/ui/Tooltip/Tooltip.tsx';
import { EntryIcon } from './EntryIcon.tsx';
import { childPath, type MenuGroup } from '../rules/menu.ts';
import styles from './MenuList.module.css';

/** A group of the minimised sidebar: its entries open beside it. */
export function MenuGroupFlyout({ group, holdsPage }: { group: MenuGroup; holdsPage: boolean }) {
  return (
    <Menu.Root>
      <Tooltip text={group.title} side="right">
        <Menu.Trigger
          aria-label={group.title}
          className={classes(styles['entry'], styles['trigger'], holdsPage && styles['active'])}
        >
          <EntryIcon icon={group.icon} />
        </Menu.Trigger>
      </Tooltip>
      <Menu.Portal>
        <Menu.Positioner side="right" align="start" sideOffset={10} className={floating['positioner']}>
          <Menu.Popup className={floating['popup']}>
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
