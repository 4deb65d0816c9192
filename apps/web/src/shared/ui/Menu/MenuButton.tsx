import { type ComponentPropsWithoutRef, type ReactNode, type RefObject } from 'react';
import floating from '../Floating/Floating.module.css';
import { type Popups, usePopups } from '../popups/use-popups.ts';

export type MenuParts = Popups['Menu'];

interface Props extends ComponentPropsWithoutRef<'button'> {
  /** @param parts of the library, which loads with the first use. */
  entries: (parts: MenuParts) => ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
  /** False leaves the rest of the page usable while the menu is open. */
  modal?: boolean;
  /** Where the popup goes; below the button by default. */
  place?: Pick<ComponentPropsWithoutRef<MenuParts['Positioner']>, 'side' | 'align' | 'sideOffset'>;
  /** Element in a modal dialog in which the popup is rendered: the dialog covers everything outside. */
  frame?: RefObject<HTMLElement | null> | undefined;
}

/** A button that opens a menu. All other properties are the button's. */
export function MenuButton({ entries, onOpenChange, modal = true, place, frame, ...button }: Props) {
  const { parts, trigger, placeholder } = usePopups();
  if (!parts) return <button {...button} aria-haspopup="menu" {...placeholder} />;
  const { Menu } = parts;
  return (
    <Menu.Root modal={modal} {...(onOpenChange && { onOpenChange: (isOpen: boolean) => onOpenChange(isOpen) })}>
      <Menu.Trigger {...button} ref={trigger} />
      <Menu.Portal {...(frame && { container: frame })}>
        <Menu.Positioner sideOffset={6} align="end" {...place} className={floating['positioner']}>
          <Menu.Popup className={floating['popup']}>{entries(Menu)}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
