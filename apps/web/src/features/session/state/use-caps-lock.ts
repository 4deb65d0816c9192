import { type KeyboardEvent, useState } from 'react';

/** @returns whether Caps Lock was on at the last key, and the listeners for the input. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const look = (event: KeyboardEvent): void => {
    // Password managers dispatch events that are not keyboard events.
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
