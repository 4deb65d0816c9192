import { useRef } from 'react';

/**
 * @returns a function that returns an idempotency key: the same for the same content sent again, a new one for other
 * content.
 */
export function useIntentKey(): (content: unknown) => string {
  const intent = useRef({ content: '', key: '' });
  return (wanted) => {
    const content = JSON.stringify(wanted);
    if (intent.current.content !== content) intent.current = { content, key: crypto.randomUUID() };
    return intent.current.key;
  };
}
