import { type AttentionLine } from '@despacho/contracts/dispatch';
import { type RefObject } from 'react';
import { wholeRows } from '#shared/hooks/whole-rows.ts';
import { useRovingFocus } from '#shared/hooks/use-roving-focus.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { SCREEN_ACCESS } from '@despacho/contracts';
import { useMayUse } from '#features/session/state/session.ts';
import { AttentionItem, ManyItem } from './AttentionItem.tsx';
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

/** Lines of «Por atender»: one tab stop, and the arrows move between them. */
export function AttentionList({ officeId, timeZone, label, lines, compact = false, frame }: Props) {
  const reader = { timeZone, now: useServerTime() };
  const mayAct = useMayUse()(SCREEN_ACCESS.assing);
  // Another line may be the first of many.
  const keyOf = ({ id, many, causes }: AttentionLine): string => (many ? (causes[0]?.kind ?? id) : id);
  const roving = useRovingFocus(lines.length, { keys: lines.map(keyOf) });
  return (
    <ul
      ref={compact ? wholeRows : undefined}
      className={styles['list']}
      data-compact={compact || undefined}
      aria-label={label}
      {...roving.list}
    >
      {lines.map((line, place) =>
        line.many ? (
          <ManyItem
            key={keyOf(line)}
            officeId={officeId}
            line={line}
            reader={reader}
            mayAct={mayAct}
            roving={roving.itemAt(place)}
          />
        ) : (
          <AttentionItem
            key={keyOf(line)}
            officeId={officeId}
            line={line}
            reader={reader}
            mayAct={mayAct}
            roving={roving.itemAt(place)}
            frame={frame}
          />
        ),
      )}
    </ul>
  );
}
