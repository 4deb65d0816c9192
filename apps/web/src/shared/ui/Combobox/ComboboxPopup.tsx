import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, type RefObject } from 'react';
import floating from '../Floating/Floating.module.css';

interface Props<Item> {
  /** Accessible name of the list. */
  label: string;
  /** Element around the input. The popup is rendered inside it, because a modal dialog covers everything outside. */
  frame: RefObject<HTMLElement | null>;
  /** Shown when no item matches. */
  empty?: string;
  /** Renders a `Combobox.Item`. */
  children: (item: Item) => ReactNode;
}

/** The popup list of a Combobox or Autocomplete. */
export function ComboboxPopup<Item>({ label, frame, empty, children }: Props<Item>) {
  return (
    <Combobox.Portal container={frame}>
      <Combobox.Positioner sideOffset={6} className={floating['positioner']}>
        <Combobox.Popup className={floating['popup']}>
          {empty !== undefined && <Combobox.Empty className={floating['none']}>{empty}</Combobox.Empty>}
          <Combobox.List aria-label={label}>{children}</Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
