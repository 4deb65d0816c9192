import { MAX_WHY, MONEY_ACTS, type MoneyMovement, type MoneyReceipt, NOTES } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { plainSoles } from '#shared/format/format-soles.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { movementLine } from '../rules/money-text.ts';
import { useMoneyAct } from '../state/use-money-act.ts';
import styles from './Movements.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  day: string;
  courier: { id: string; name: string };
  movements: readonly MoneyMovement[];
  /** Whether this person may cancel movements: not of a confirmed day. */
  mayCancel: boolean;
  onCancelled: (receipt: MoneyReceipt) => void;
}

/** @returns «2 × 100, 1 × 10, monedas 2.00». */
export function countedText({ counted }: Pick<MoneyMovement, 'counted'>): string {
  if (!counted) return '';
  const { coins, n200, n100, n50, n20, n10 } = counted;
  return [
    ...[n200, n100, n50, n20, n10].flatMap((pieces, place) =>
      pieces === 0 ? [] : [`${pieces} × ${(NOTES[place] ?? 0) / 100}`],
    ),
    ...(coins === 0 ? [] : [`monedas ${plainSoles(coins)}`]),
  ].join(', ');
}

/** The movements of the money, newest first. Cancelled ones are struck through. */
export function Movements({ movements, ...rest }: Props) {
  if (movements.length === 0) return null;
  return (
    <section className={styles['movements']} aria-label="Movimientos">
      <h3>Movimientos</h3>
      <ol>
        {movements.map((movement) => (
          <Movement key={movement.act} movement={movement} {...rest} />
        ))}
      </ol>
    </section>
  );
}

function Movement({
  movement,
  officeId,
  timeZone,
  day,
  courier,
  mayCancel,
  onCancelled,
}: Omit<Props, 'movements'> & { movement: MoneyMovement }) {
  const { act: id, what, at, by, lines, note, undone } = movement;
  const [why, setWhy] = useState<string | null>(null);
  const act = useMoneyAct(officeId, 'undo', {
    onDone: onCancelled,
    said: () => 'Movimiento anulado',
  });
  const isCancellable = mayCancel && !undone && (what === 'entrega' || what === 'cuenta');
  const counted = countedText(movement);
  return (
    <li data-undone={undone || undefined}>
      <p className={styles['what']}>
        <strong>{MONEY_ACTS[what]}</strong>
        <span className="small">
          {formatDateTime(at, timeZone)} · {by.user}
        </span>
      </p>
      {lines.length > 0 && (
        <ul>
          {lines.map((line, place) => {
            const { amount, text } = movementLine(line);
            return (
              <li key={place} className="small">
                <span>{text}</span>
                <span>{amount}</span>
              </li>
            );
          })}
        </ul>
      )}
      {(counted !== '' || note !== null) && <p className="small">{[counted, note].filter(Boolean).join(' · ')}</p>}
      {isCancellable && (
        <div className={styles['cancel']}>
          {why !== null && <TextArea label="Por qué se anula" value={why} maxLength={MAX_WHY} onChange={setWhy} />}
          <FailureAlert error={act.error} />
          <Button
            size="sm"
            variant="ghost"
            loading={act.isPending}
            disabled={act.isBlocked || why?.trim() === ''}
            onClick={() => {
              if (why === null) setWhy('');
              else act.run({ courierId: courier.id, day, act: id, why: why.trim() });
            }}
          >
            {why === null ? 'Anular…' : 'Anular este movimiento'}
          </Button>
        </div>
      )}
    </li>
  );
}
