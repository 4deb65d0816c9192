import {
  collectedOf,
  CORRECTION,
  type CourierMoney,
  type MoneyReceipt,
  MONEY_REASONS,
  type Receive,
  reasonsOf,
} from '@despacho/contracts/dispatch';
import HandCoins from 'lucide-react/icons/hand-coins';
import UserPlus from 'lucide-react/icons/user-plus';
import { useRef, useState } from 'react';
import { formatSoles, plainSoles } from '#shared/format/format-soles.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { type Draft, EMPTY_DRAFT, readDraft, receiveBody } from '../rules/draft.ts';
import { cashOf } from '../rules/money-list.ts';
import { useMoneyAct } from '../state/use-money-act.ts';
import styles from './ReceiveForm.module.css';
import { Chips } from './Chips.tsx';
import { CountFields } from './CountFields.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { ReasonChips } from './ReasonChips.tsx';

interface Props {
  officeId: string;
  day: string;
  money: CourierMoney;
  draft: Draft;
  surplusLimit: number;
  onDraft: (draft: Draft) => void;
  onReceived: (receipt: MoneyReceipt, body: Receive) => void;
}

const MODES = [
  { value: 'contar', label: 'Contar' },
  { value: 'monto', label: 'Monto' },
] as const;

/** @returns what will be true after the receipt. */
function afterText({ courier, held }: CourierMoney, { missing, reason }: ReturnType<typeof readDraft>): string {
  const [name] = courier.name.split(' ');
  const other = held.some(({ means }) => means !== 'efectivo');
  if (missing > 0 && reason === 'queda') return `Quedan ${formatSoles(missing)} con ${name ?? ''}.`;
  const rest = other ? 'Después faltan los pagos por verificar.' : `Con esto, ${name ?? ''} queda al día.`;
  if (missing < 0) return `Sobran ${formatSoles(-missing)}. ${rest}`;
  return reason === null || reason === 'queda'
    ? rest
    : `${formatSoles(missing)} quedan como «${MONEY_REASONS[reason].name}». ${rest}`;
}

/** Receives cash: counted or typed, with a reason for the difference. The input stays until it is received. */
export function ReceiveForm({ officeId, day, money, draft, surplusLimit, onDraft, onReceived }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const cash = cashOf(money.held);
  const read = readDraft(draft, cash);
  const act = useMoneyAct(officeId, 'receive', {
    onDone: (receipt, body) => {
      onDraft({ ...EMPTY_DRAFT, mode: draft.mode, numbers: draft.numbers });
      setTried(false);
      onReceived(receipt, body);
    },
    said: (_, body) => `Recibidos ${formatSoles(body.amount)} de ${money.courier.name}`,
  });
  const note = useMoneyAct(officeId, 'agree', {
    onDone: () => act.reset(),
    said: (_, body) => `Anotado: ${formatSoles(body.amount)} de más; lo recibe otra persona`,
  });
  const set = (part: Partial<Draft>): void => onDraft({ ...draft, ...part });
  const submit = (): void => {
    setTried(true);
    if (Object.keys(read.errors).length === 0)
      act.run(receiveBody(read, draft, { courierId: money.courier.id, day, version: money.version }));
    else focusFirstError(form.current);
  };
  const { amount, missing, reason } = read;
  const errors = isTried ? read.errors : {};
  /** The total surplus after this receipt. */
  const excess = -missing - collectedOf(money.differences.filter((each) => each.reason !== CORRECTION));
  const isExcess = surplusLimit > 0 && missing < 0 && excess > surplusLimit;
  const isReadable = !Number.isNaN(amount);
  const options = [
    ...(missing > 0 ? [{ value: 'queda' as const, label: 'Lo trae después' }] : []),
    ...reasonsOf(missing).map((value) => ({ value, label: MONEY_REASONS[value].name })),
  ];
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      aria-label={`Recibir de ${money.courier.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          submit();
        }
      }}
    >
      <div className={styles['modes']}>
        <Chips label="Cómo se anota" options={MODES} value={draft.mode} onChange={(mode) => set({ mode })} />
        <Button
          size="sm"
          variant="ghost"
          onClick={() => set({ mode: 'monto', amount: plainSoles(cash), reason: null })}
        >
          Todo exacto
        </Button>
      </div>
      {draft.mode === 'contar' ? (
        <CountFields counts={draft.counts} errors={errors} onChange={(counts) => set({ counts })} />
      ) : (
        <TextField
          label="Recibo, en soles"
          inputMode="decimal"
          autoComplete="off"
          placeholder={plainSoles(cash)}
          value={draft.amount}
          error={errors.amount}
          onChange={(event) => set({ amount: event.target.value })}
        />
      )}
      <p className={styles['now']}>
        <span>Recibo ahora</span>
        <output aria-live="polite">{isReadable ? formatSoles(amount) : '—'}</output>
      </p>
      {isReadable && missing !== 0 && (amount > 0 || isTried || reason !== 'queda') && (
        <ReasonChips
          legend={missing > 0 ? `Faltan ${formatSoles(missing)}` : `Sobran ${formatSoles(-missing)}`}
          options={options}
          value={reason}
          note={draft.note}
          errors={errors}
          onChange={(next) => set({ reason: next })}
          onNote={(note) => set({ note })}
        />
      )}
      <FailureAlert error={act.error} />
      <FailureAlert error={note.error} />
      {isExcess && act.error && (
        <Button
          icon={<UserPlus size={18} aria-hidden="true" />}
          loading={note.isPending}
          disabled={note.isBlocked}
          onClick={() =>
            note.run({ courierId: money.courier.id, day, version: money.version, matter: 'sobrante', amount: excess })
          }
        >
          Anotar {formatSoles(excess)} de más para otra persona
        </Button>
      )}
      {note.isSuccess && !act.error && <p className="note">Anotado. Ahora lo cuenta y lo recibe otra persona.</p>}
      {isReadable && (amount > 0 || (reason !== null && reason !== 'queda')) && (
        <p className="note">{afterText(money, read)}</p>
      )}
      <Button
        type="submit"
        variant="primary"
        loading={act.isPending}
        disabled={act.isBlocked}
        icon={<HandCoins size={18} aria-hidden="true" />}
        className={styles['main']}
      >
        {isReadable && amount === 0 && reason !== null && reason !== 'queda'
          ? `Anotar ${MONEY_REASONS[reason].name.toLowerCase()} de ${formatSoles(Math.abs(missing))}`
          : `Recibir ${isReadable ? formatSoles(amount) : ''}`}
      </Button>
    </form>
  );
}
