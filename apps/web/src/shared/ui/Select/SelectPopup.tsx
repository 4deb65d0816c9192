import Check from 'lucide-react/icons/check';
import { type RefObject } from 'react';
import floating from '../Floating/Floating.module.css';
import { type Popups } from '../popups/use-popups.ts';

interface Props {
  parts: Popups['Select'];
  options: readonly { value: string; label: string }[];
  /** Element in a modal dialog in which the popup is rendered: the dialog covers everything outside. */
  frame?: RefObject<HTMLElement | null> | undefined;
  align?: 'start' | 'center' | 'end';
}

/** The options of a Base UI select. */
export function SelectPopup({ parts: Base, options, frame, align = 'center' }: Props) {
  return (
    <Base.Portal container={frame}>
      <Base.Positioner sideOffset={6} alignItemWithTrigger={false} align={align} className={floating['positioner']}>
        <Base.Popup className={floating['popup']}>
          <Base.List>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className={floating['item']}>
                <span className={floating['sign']}>
                  <Base.ItemIndicator>
                    <Check size={16} aria-hidden="true" />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
