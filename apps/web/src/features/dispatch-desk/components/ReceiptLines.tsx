import Check from 'lucide-react/icons/check';
import Equal from 'lucide-react/icons/equal';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { formatNumber } from '#shared/format/format-number.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { type Action } from '../rules/action.ts';
import { lineText, type ReceiptLine, receiptLines } from '../rules/receipt.ts';
import { stepFailureText } from '../rules/receipt-texts.ts';
import styles from './ReceiptLines.module.css';

/** Lines shown initially: rendering a thousand would be slow. */
const FIRST = 60;

const SIGNS = {
  done: <Check size={16} aria-label="Hecho" role="img" />,
  same: <Equal size={16} aria-label="Sin cambio" role="img" />,
  refused: <X size={16} aria-label="No se hizo" role="img" />,
} as const satisfies Record<ReceiptLine['result'], unknown>;

/** Result of each order, with the reason if it was not changed. */
export function ReceiptLines({ action }: { action: Action }) {
  const [all, setAll] = useState(false);
  const lines = receiptLines(action);
  const shown = all ? lines : lines.slice(0, FIRST);
  const now = new Date(serverNow());
  return (
    <div className="stack">
      {action.steps.map(({ key, part, progress }) =>
        progress.state === 'refused' || progress.state === 'unknown' ? (
          <p key={key} className={styles['failure']}>
            {part !== undefined && <strong>{part}: </strong>}
            {stepFailureText(progress)}
          </p>
        ) : null,
      )}
      <ul aria-label="Resultado por orden">
        {shown.map((line) => (
          <li key={line.id} className={styles['line']} data-result={line.result}>
            {SIGNS[line.result]}
            <span className={styles['code']}>{line.code}</span>
            <span className={styles['words']}>
              {line.part !== undefined && <span>{line.part} · </span>}
              {lineText(line, now)}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
          Ver las {formatNumber(lines.length - shown.length)} restantes
        </Button>
      )}
    </div>
  );
}
