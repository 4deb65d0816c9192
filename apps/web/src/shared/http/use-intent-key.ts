import { useRef } from 'react';

/**
 * @returns a function that names what somebody wants done: the same content sent again is the same intent and gets the
 * same key, other content another one.
 */
export function useIntentKey(): (content: unknown) => string {
  const intent = useRef({ content: '', key: '' });
  return (wanted) => {
    const content = JSON.stringify(wanted);
    if (intent.current.content !== content) intent.current = { content, key: crypto.randomUUID() };
    return intent.current.key;
  };
}
