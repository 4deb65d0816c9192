import { addDays } from '@despacho/contracts/dispatch';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Check from 'lucide-react/icons/circle-check';
import Copy from 'lucide-react/icons/copy';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { copyText } from '#shared/browser/clipboard.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { focusTable } from '#features/orders/focus-table.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { type Action, type Intent, isRunning, unanswered } from '../rules/action.ts';
import { retryIntent, tomorrowIntent } from '../rules/intents.ts';
import { receiptLines, receiptSummary } from '../rules/receipt.ts';
import { receiptText, warningTexts } from '../rules/receipt-texts.ts';
import { useActions } from '../state/use-actions.ts';
import styles from './Receipt.module.css';
import { ReceiptLines } from './ReceiptLines.tsx';
import { UndoButton } from './UndoButton.tsx';

/** The result of an action, as a sentence with an icon. */
export function SummaryLine({ action }: { action: Action }) {
  const { tone, text } = receiptSummary(action);
  return (
    <p className={styles['summary']} data-tone={tone}>
      {tone === 'busy' && <span className={styles['spinner']} aria-hidden="true" />}
      {tone === 'good' && <Check size={18} aria-hidden="true" />}
      {(tone === 'warn' || tone === 'alarm') && <TriangleAlert size={18} aria-hidden="true" />}
      <span>{text}</span>
    </p>
  );
}

/** @returns how many orders the requests name. */
const countOf = ({ parts }: Intent): number =>
  parts.reduce((sum, { request: { body } }) => sum + ('orders' in body ? body.orders.length : 0), 0);

/** Result of an action, order by order, with retry, undo, and the offer to repeat it for tomorrow. */
export function Receipt({ action }: { action: Action }) {
  const { run, resume } = useActions();
  const { timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const lines = receiptLines(action);
  const refused = lines.filter(({ result }) => result === 'refused').length;
  const troubled = action.steps.some(({ progress: { state } }) => state === 'refused' || state === 'unknown');
  const [wanted, setWanted] = useState<boolean>();
  const open = wanted ?? (refused > 0 || troubled);
  const retry = isRunning(action) ? null : retryIntent(action);
  const tomorrow = isRunning(action) ? null : tomorrowIntent(action, addDays(today, 1));

  const copy = async (): Promise<void> => {
    const when = formatDateTime(new Date(action.at).toISOString(), timeZone);
    const text = receiptText(action, when, new Date(serverNow()));
    await copyText(text, 'Constancia copiada', 'El navegador no permitió copiar');
  };

  return (
    <div ref={focusTable} className="stack">
      <SummaryLine action={action} />
      {warningTexts(action).map((text) => (
        <p key={text} className={styles['warning']}>
          {text}
        </p>
      ))}
      {!isRunning(action) && (
        <div className={styles['buttons']}>
          <UndoButton action={action} />
          {unanswered(action).length > 0 && (
            <Button
              size="sm"
              variant="primary"
              icon={<RotateCw size={16} aria-hidden="true" />}
              onClick={() => void resume(action.id)}
            >
              Reintentar
            </Button>
          )}
          {retry && (
            <Button size="sm" icon={<RotateCw size={16} aria-hidden="true" />} onClick={() => void run(retry)}>
              Reintentar fallidas ({formatNumber(countOf(retry))})
            </Button>
          )}
          {tomorrow && (
            <Button size="sm" icon={<CalendarPlus size={16} aria-hidden="true" />} onClick={() => void run(tomorrow)}>
              {tomorrow.parts.some(({ request: { id } }) => id === 'assignments.changeState')
                ? 'Es la ruta de mañana'
                : 'Asignar para mañana'}{' '}
              ({formatNumber(countOf(tomorrow))})
            </Button>
          )}
          {lines.length > 0 && (
            <>
              <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setWanted(!open)}>
                {open ? 'Ocultar detalle' : 'Ver detalle'}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                icon={<Copy size={16} aria-hidden="true" />}
                onClick={() => void copy()}
              >
                Copiar
              </Button>
            </>
          )}
        </div>
      )}
      {open && !isRunning(action) && <ReceiptLines action={action} />}
    </div>
  );
}
