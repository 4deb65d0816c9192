import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, type RefObject } from 'react';
import { matchesText } from '../../hooks/use-announce-matches.ts';
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

/** How many options match. */
const Matches = () => matchesText(Combobox.useFilteredItems().length);

/** The popup list of a Combobox or Autocomplete. */
export function ComboboxPopup<Item>({ label, frame, empty, children }: Props<Item>) {
  return (
    <Combobox.Portal container={frame}>
      <Combobox.Positioner sideOffset={6} className={floating['positioner']}>
        <Combobox.Popup className={floating['popup']}>
          {/* An open popup hides the page from screen readers, and with it the region of `announce`. */}
          <Combobox.Status className="visually-hidden">
            <Matches />
          </Combobox.Status>
          {empty !== undefined && <Combobox.Empty className={floating['none']}>{empty}</Combobox.Empty>}
          <Combobox.List aria-label={label}>{children}</Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
