import {
  COLLECTION_MEANS,
  collectedOf,
  type CourierMoney,
  type MoneyDay,
  type MoneyReceipt,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Printer from 'lucide-react/icons/printer';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCountdown } from '#shared/format/format-countdown.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatTime } from '#shared/format/format-time.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useUndoKey } from '#shared/hooks/use-undo-key.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { Paper } from '#shared/ui/Sheet/Sheet.tsx';
import { useSession } from '#features/session/state/session.ts';
import { moneyOfCourierQuery } from '../api/money-query.ts';
import { type Draft, EMPTY_DRAFT } from '../rules/draft.ts';
import { cashOf } from '../rules/money-list.ts';
import { differenceTexts } from '../rules/money-text.ts';
import { useMoneyAct } from '../state/use-money-act.ts';
import styles from './CourierPanel.module.css';
import { AccountPayments } from './AccountPayments.tsx';
import { Constancia } from './Constancia.tsx';
import { AgreeForm, ConfirmDayForm, ReopenDayForm } from './DayActions.tsx';
import { MoneyMark } from './MoneyMark.tsx';
import { Movements } from './Movements.tsx';
import { ReceiveForm } from './ReceiveForm.tsx';

/** The last thing done, which can be undone for a while. */
export interface DoneAct {
  text: string;
  receipt: MoneyReceipt;
}

interface Props {
  officeId: string;
  timeZone: string;
  day: string;
  money: CourierMoney;
  limits: Pick<MoneyDay, 'cashLimit' | 'surplusLimit'>;
  /** D05 and U01. */
  mayReceive: boolean;
  draft: Draft | undefined;
  done: DoneAct | undefined;
  /** The next courier to receive from. */
  next: CourierMoney | undefined;
  panel: RefObject<HTMLElement | null>;
  onDraft: (draft: Draft) => void;
  onDone: (done: DoneAct | undefined) => void;
  onNext: () => void;
  onBack: () => void;
}

/** Milliseconds between two updates of the seconds that are left. */
const STEP_MS = 500;

/** The money of one courier: take it in, pass payments to the account, confirm the day, print the constancia. */
export function CourierPanel(props: Props) {
  const { officeId, timeZone, day, money, limits, mayReceive, draft, done, next, panel } = props;
  const { cashLimit } = limits;
  const { courier, held, confirmed, collected, received, carried, end, open } = money;
  const { user } = useSession();
  const query = useQuery(moneyOfCourierQuery(officeId, day, courier.id, money.version));
  /** The courier whose constancia is printed: the first one is shown before anybody chooses. */
  const [printed, setPrinted] = useState<string>();
  const isPrinting = printed === courier.id && query.data !== undefined;
  const cash = cashOf(held);
  const mayAct = mayReceive && !confirmed;
  const isNextStep = useRef(false);
  // The next step has the focus once the new amounts are shown: the cashier continues with Enter.
  useEffect(() => {
    if (!isNextStep.current) return;
    isNextStep.current = false;
    panel.current?.querySelector<HTMLElement>('form input:not([type="radio"]), [data-confirm]')?.focus();
  }, [money.version, panel]);
  const finish =
    (text: string) =>
    (receipt: MoneyReceipt): void => {
      props.onDone({ text, receipt });
      isNextStep.current = true;
    };
  useEffect(() => {
    if (!isPrinting) return;
    const finished = (): void => setPrinted(undefined);
    const timer = setTimeout(() => print());
    addEventListener('afterprint', finished);
    return () => {
      clearTimeout(timer);
      removeEventListener('afterprint', finished);
    };
  }, [isPrinting]);
  return (
    <section ref={panel} className={styles['panel']} data-pane="courier" aria-label={courier.name} tabIndex={-1}>
      <header className={styles['head']}>
        <Button
          size="sm"
          variant="ghost"
          className={styles['back']}
          icon={<ArrowLeft size={16} aria-hidden="true" />}
          onClick={props.onBack}
        >
          Repartidores
        </Button>
        <div>
          <h2>{courier.name}</h2>
          <MoneyMark state={money.state} />
        </div>
        <dl>
          <Fact label="Cobrado" value={formatSoles(collectedOf(collected))} />
          <Fact label="Efectivo" value={formatSoles(cashOf(collected))} />
          <Fact label="Recibido" value={formatSoles(received)} />
          <Fact label="Falta" value={formatSoles(cash)} isStrong={cash > 0} />
        </dl>
        {collected.length > 1 && (
          <p className="small">
            {collected.map(({ means, amount }) => `${COLLECTION_MEANS[means]} ${formatSoles(amount)}`).join(' · ')}
          </p>
        )}
        {cashLimit !== null && carried > cashLimit && (
          <p className={styles['caution']}>
            <TriangleAlert size={14} aria-hidden="true" /> Lleva {formatSoles(carried)} en efectivo; el tope es{' '}
            {formatSoles(cashLimit)}.
          </p>
        )}
        {money.inReview > 0 && (
          <p className={styles['caution']}>
            <TriangleAlert size={14} aria-hidden="true" /> Tiene {formatSoles(money.inReview)} más en efectivo, de
            visitas por revisar.
          </p>
        )}
        {end && end.unsent > 0 && !confirmed && (
          <p className={styles['caution']}>
            <TriangleAlert size={14} aria-hidden="true" /> Su teléfono tenía {end.unsent} por enviar al cerrar.
          </p>
        )}
        {money.state === 'en_ruta' && !confirmed && (
          <p className="small">Sigue en ruta, con {open} por visitar: puede recibir una parte ahora.</p>
        )}
      </header>
      {done && (
        <DoneStrip
          key={done.receipt.act}
          done={done}
          officeId={officeId}
          day={day}
          onUndone={() => {
            props.onDone(undefined);
            isNextStep.current = true;
          }}
        />
      )}
      {mayAct && cash > 0 && (
        <ReceiveForm
          officeId={officeId}
          day={day}
          money={money}
          draft={draft ?? EMPTY_DRAFT}
          surplusLimit={limits.surplusLimit}
          onDraft={props.onDraft}
          onReceived={(receipt, body) => finish(`Recibidos ${formatSoles(body.amount)}`)(receipt)}
        />
      )}
      <QueryStates query={query} label="Cargando los movimientos" count={2} height={48} />
      {query.data && (
        <AccountPayments
          key={courier.id}
          officeId={officeId}
          day={day}
          money={money}
          payments={query.data.payments}
          mayVerify={mayAct}
          numbers={(draft ?? EMPTY_DRAFT).numbers}
          onNumbers={(numbers) => props.onDraft({ ...(draft ?? EMPTY_DRAFT), numbers })}
          onVerified={(receipt) => finish('Pagos pasados a la cuenta')(receipt)}
        />
      )}
      {(confirmed ?? cash === 0) && (
        <p className="note">
          {confirmed
            ? `Día confirmado por ${confirmed.by.user} a las ${formatTime(confirmed.at, timeZone)}.`
            : collectedOf(held) > 0
              ? 'El efectivo está completo.'
              : collectedOf(collected) === 0
                ? 'No tiene nada que entregar.'
                : 'Entregó todo.'}{' '}
          {differenceTexts(money).join(' · ')}
        </p>
      )}
      <AgreeForm officeId={officeId} day={day} money={money} />
      {mayAct && (
        <ConfirmDayForm
          officeId={officeId}
          day={day}
          money={money}
          onConfirmed={() => {
            props.onDone(undefined);
            requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('[data-next]')?.focus());
          }}
        />
      )}
      {mayReceive && confirmed && <ReopenDayForm key={confirmed.at} officeId={officeId} day={day} money={money} />}
      <div className="row">
        <Button
          icon={<Printer size={18} aria-hidden="true" />}
          disabled={!query.data}
          onClick={() => setPrinted(courier.id)}
        >
          Imprimir constancia
        </Button>
        {next && (
          <Button data-next="" icon={<ArrowRight size={18} aria-hidden="true" />} onClick={props.onNext}>
            Siguiente: {next.courier.name.split(' ')[0]}
          </Button>
        )}
      </div>
      {query.data && (
        <Movements
          officeId={officeId}
          timeZone={timeZone}
          day={day}
          courier={courier}
          movements={query.data.movements}
          mayCancel={mayAct}
          onCancelled={finish('Movimiento anulado')}
        />
      )}
      {isPrinting && (
        <Paper>
          <Constancia of={query.data} timeZone={timeZone} cashier={user} />
        </Paper>
      )}
    </section>
  );
}

function Fact({ label, value, isStrong = false }: { label: string; value: string; isStrong?: boolean }) {
  return (
    <div data-strong={isStrong || undefined}>
      <dt className="small">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The last action, with «Deshacer» while the server permits it. */
function DoneStrip({
  done: { text, receipt },
  officeId,
  day,
  onUndone,
}: {
  done: DoneAct;
  officeId: string;
  day: string;
  onUndone: () => void;
}) {
  const left = receipt.undoUntil === null ? 0 : Date.parse(receipt.undoUntil) - serverNow();
  useServerTime(left > 0 ? STEP_MS : undefined);
  const act = useMoneyAct(officeId, 'undo', {
    onDone: onUndone,
    said: () => 'Deshecho',
  });
  const [at] = useState(serverNow);
  const undo = (): void => act.run({ courierId: receipt.money.courier.id, day, act: receipt.act });
  useUndoKey(left > 0 && !act.isPending && !act.isBlocked ? at : undefined, undo);
  return (
    <div className={styles['done']} role="status">
      <span>{text}</span>
      {left > 0 && (
        <Button
          size="sm"
          icon={<Undo2 size={16} aria-hidden="true" />}
          loading={act.isPending}
          disabled={act.isBlocked}
          onClick={undo}
        >
          Deshacer {formatCountdown(left)}
        </Button>
      )}
      <FailureAlert error={act.error} />
    </div>
  );
}
