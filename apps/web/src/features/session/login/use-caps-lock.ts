import { type KeyboardEvent, useState } from 'react';

/** @returns whether capitals are locked as far as the last key told, and the listeners of the field that asks. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const look = (event: KeyboardEvent): void => {
    // Password managers fill fields with events that are no real keys.
    if (typeof event.getModifierState === 'function') setOn(event.getModifierState('CapsLock'));
  };
  return {
    on,
    listeners: {
      onKeyDown: look,
      onKeyUp: look,
      onBlur: () => {
        setOn(false);
      },
    },
  };
}
