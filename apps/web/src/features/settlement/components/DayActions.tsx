import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import {
  collectedOf,
  type CourierMoney,
  MAX_WHY,
  MONEY_REASONS,
  type MoneyReason,
  reasonsOf,
} from '@despacho/contracts/dispatch';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import UserCheck from 'lucide-react/icons/user-check';
import LockOpen from 'lucide-react/icons/lock-open';
import { useRef, useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { useSession } from '#features/session/state/session.ts';
import { doubtTexts } from '../rules/money-text.ts';
import { useMoneyAct } from '../state/use-money-act.ts';
import styles from './DayActions.module.css';
import { focusFirstError } from './focus-first-error.ts';
import { ReasonChips } from './ReasonChips.tsx';

interface Props {
  officeId: string;
  day: string;
  money: CourierMoney;
  onConfirmed: () => void;
}

/** Confirms the day of a courier. Money that is neither received nor in the account needs a reason. */
export function ConfirmDayForm({ officeId, day, money, onConfirmed }: Props) {
  const form = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [isTried, setTried] = useState(false);
  const [reason, setReason] = useState<MoneyReason | null>(null);
  const [note, setNote] = useState('');
  const { courier, held, delivered, failed, open, collected, version } = money;
  const left = collectedOf(held);
  const act = useMoneyAct(officeId, 'confirm', {
    onDone: onConfirmed,
    said: () => `Día de ${courier.name}: confirmado`,
  });
  const isNoteMissing = reason === 'otro' && note.trim() === '';
  const submit = (): void => {
    if (left > 0 && !isAsked) {
      setAsked(true);
      return;
    }
    setTried(true);
    if (left > 0 && (reason === null || isNoteMissing)) {
      focusFirstError(form.current);
      return;
    }
    const rest = left > 0 && reason ? { reason, ...(note.trim() !== '' && { note: note.trim() }) } : undefined;
    act.run({
      courierId: courier.id,
      day,
      delivered,
      failed,
      collected: collectedOf(collected),
      version,
      ...(rest && { rest }),
    });
  };
  return (
    <div ref={form} className={styles['confirm']}>
      {open > 0 && (
        <p className={styles['open']}>{countText(open, 'parada queda sin cerrar', 'paradas quedan sin cerrar')}</p>
      )}
      {left > 0 && isAsked && (
        <ReasonChips
          legend={`Por qué se confirma sin ${formatSoles(left)}`}
          options={reasonsOf(left).map((value) => ({ value, label: MONEY_REASONS[value].name }))}
          value={reason}
          note={note}
          errors={{
            reason: isTried && reason === null ? 'Elija el motivo' : undefined,
            note: isTried && isNoteMissing ? 'Escriba el motivo' : undefined,
          }}
          onChange={setReason}
          onNote={setNote}
        />
      )}
      <FailureAlert error={act.error} />
      <Button
        variant={left === 0 ? 'primary' : isAsked ? 'secondary' : 'ghost'}
        icon={<CalendarCheck size={18} aria-hidden="true" />}
        loading={act.isPending}
        disabled={act.isBlocked}
        className={styles['main']}
        data-confirm=""
        onClick={submit}
      >
        {left === 0 ? 'Confirmar el día' : isAsked ? `Confirmar sin ${formatSoles(left)}` : 'Confirmar con un motivo…'}
      </Button>
    </div>
  );
}

/** Decisions that require another person, and their agreement. The service refuses the person who entered them. */
export function AgreeForm({ officeId, day, money }: Omit<Props, 'onConfirmed'>) {
  const { courier, doubts, version } = money;
  const act = useMoneyAct(officeId, 'agree', {
    onDone: () => undefined,
    said: () => `Aceptado: ${doubtTexts(money).join(' y ')} de ${courier.name}`,
  });
  if (!doubts) return null;
  return (
    <section className={styles['agree']} aria-label="Por aceptar">
      {doubts.expenses > 0 && (
        <p>
          Gastos de <strong>{formatSoles(doubts.expenses)}</strong>, sobre el tope de {formatSoles(doubts.limit)}.
        </p>
      )}
      {doubts.orders > 0 && (
        <p>
          {countText(doubts.orders, 'orden se cerró', 'órdenes se cerraron')} por menos de lo debido, y la misma persona
          recibió el efectivo.
        </p>
      )}
      <p className="small">Lo acepta otra persona que ve Liquidación, o alguien con cargo S.</p>
      <FailureAlert error={act.error} />
      <Button
        icon={<UserCheck size={18} aria-hidden="true" />}
        loading={act.isPending}
        disabled={act.isBlocked}
        onClick={() => act.run({ courierId: courier.id, day, version, matter: 'gastos', amount: doubts.expenses })}
      >
        Aceptar {doubtTexts(money).join(' y ')}
      </Button>
    </section>
  );
}

/** Reopens a confirmed day: only charge S, with a reason. */
export function ReopenDayForm({ officeId, day, money }: Omit<Props, 'onConfirmed'>) {
  const { charge } = useSession();
  const [why, setWhy] = useState<string | null>(null);
  const act = useMoneyAct(officeId, 'reopen', {
    onDone: () => setWhy(null),
    said: () => `Día de ${money.courier.name}: reabierto`,
  });
  if (charge !== CHARGE_ALL_OFFICES)
    return <p className="small">Para corregir un día confirmado, alguien con cargo S lo reabre.</p>;
  return (
    <div className={styles['confirm']}>
      {why !== null && (
        <TextArea
          label="Por qué se reabre"
          value={why}
          maxLength={MAX_WHY}
          hint="Queda escrito en los movimientos y en la actividad, con su nombre"
          onChange={setWhy}
        />
      )}
      <FailureAlert error={act.error} />
      <Button
        icon={<LockOpen size={18} aria-hidden="true" />}
        loading={act.isPending}
        disabled={act.isBlocked || why?.trim() === ''}
        onClick={() => {
          if (why === null) setWhy('');
          else act.run({ courierId: money.courier.id, day, why: why.trim() });
        }}
      >
        {why === null ? 'Reabrir…' : 'Reabrir el día'}
      </Button>
    </div>
  );
}
