import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { confirmDiscarding } from '../../dialogs/confirm-discarding.ts';
import styles from './FormWindow.module.css';
import { Window } from './Window.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const valueOf = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type) ? field.checked : field.value;

const fieldsIn = (element: Element): Iterable<Field> =>
  element.querySelectorAll<Field>('form :is(input:not([type="search"], [type="file"]), textarea, select)');

/**
 * A window with forms: Esc, × and a click outside ask first if a field has another value than when it was shown. Fields
 * of a form that was saved, and is no longer there, do not count.
 */
export function FormWindow({ onDismiss, ...window }: ComponentProps<typeof Window>) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(new Map<Field, string | boolean>());
  const isAsking = useRef(false);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const remember = (): void => {
      for (const field of fieldsIn(element)) if (!shown.current.has(field)) shown.current.set(field, valueOf(field));
    };
    remember();
    // Forms appear later than the window, for example when their data has arrived.
    const observer = new MutationObserver(remember);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const hasInput = (): boolean =>
    [...shown.current].some(([field, value]) => field.isConnected && valueOf(field) !== value);

  const dismiss = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isAgreed = !hasInput() || (await confirmDiscarding());
    isAsking.current = false;
    if (isAgreed) onDismiss?.();
  };

  return (
    <div ref={frame} className={styles['frame']}>
      <Window {...window} {...(onDismiss && { onDismiss: () => void dismiss() })} />
    </div>
  );
}
