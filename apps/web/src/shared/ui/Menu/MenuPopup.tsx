import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, type RefObject } from 'react';
import floating from '../Floating/Floating.module.css';

interface Props extends Omit<ComponentProps<typeof Menu.Positioner>, 'className'> {
  /** Element in a modal dialog in which the popup is rendered: the dialog covers everything outside. */
  frame?: RefObject<HTMLElement | null> | undefined;
}

/** The popup of a menu. */
export function MenuPopup({ children, frame, ...place }: Props) {
  return (
    <Menu.Portal {...(frame && { container: frame })}>
      <Menu.Positioner sideOffset={6} align="end" {...place} className={floating['positioner']}>
        <Menu.Popup className={floating['popup']}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}
