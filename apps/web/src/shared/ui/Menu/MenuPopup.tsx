import { Menu } from '@base-ui/react/menu';
import { type ComponentProps } from 'react';
import floating from '../Floating/Floating.module.css';

/** The popup of a menu. */
export function MenuPopup({ children, ...place }: Omit<ComponentProps<typeof Menu.Positioner>, 'className'>) {
  return (
    <Menu.Portal>
      <Menu.Positioner sideOffset={6} align="end" {...place} className={floating['positioner']}>
        <Menu.Popup className={floating['popup']}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}
