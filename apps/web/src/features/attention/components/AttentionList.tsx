import { type AttentionLine } from '@despacho/contracts/dispatch';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useServerTime } from '../../../shared/hooks/use-server-time.ts';
import { SCREEN_ACCESS } from '@despacho/contracts';
import { useMayUse } from '../../session/state/session.ts';
import { AttentionItem } from './AttentionItem.tsx';
import styles from './AttentionList.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  /** Accessible name. */
  label: string;
  lines: readonly AttentionLine[];
  /** With a mouse, only the current line shows more than its action. */
  compact?: boolean;
  /** Element of the window that contains the list. */
  frame?: RefObject<HTMLElement | null>;
}

const linesIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-line]')];

const MOVES: Partial<Record<string, (from: number, last: number) => number>> = {
  ArrowDown: (from, last) => Math.min(last, from + 1),
  ArrowUp: (from) => Math.max(0, from - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Lines of «Por atender»: one tab stop, and the arrows move between them. */
export function AttentionList({ officeId, timeZone, label, lines, compact = false, frame }: Props) {
  const reader = { timeZone, now: useServerTime() };
  const mayAct = useMayUse()(SCREEN_ACCESS.assing);
  const [current, setCurrent] = useState<string>();
  const stop = lines.some(({ id }) => id === current) ? current : lines[0]?.id;
  const move = (event: KeyboardEvent<HTMLUListElement>): void => {
    const all = linesIn(event.currentTarget);
    const from = all.findIndex((line) => line === event.target);
    const to = from === -1 ? undefined : MOVES[event.key]?.(from, all.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return (
    <ul
      className={styles['list']}
      data-compact={compact || undefined}
      aria-label={label}
      onKeyDown={move}
      onFocus={({ target }) => setCurrent(target.closest<HTMLElement>('[data-line]')?.dataset['line'])}
    >
      {lines.map((line) => (
        <AttentionItem
          key={line.id}
          officeId={officeId}
          line={line}
          reader={reader}
          mayAct={mayAct}
          tabIndex={line.id === stop ? 0 : -1}
          frame={frame}
        />
      ))}
    </ul>
  );
}
