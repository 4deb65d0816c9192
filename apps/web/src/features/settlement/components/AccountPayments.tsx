import {
  type AccountPayment,
  COLLECTION_MEANS,
  collectedOf,
  type CourierMoney,
  type MoneyReceipt,
  type VerifyPayments,
} from '@despacho/contracts/dispatch';
import Check from 'lucide-react/icons/check';
import Landmark from 'lucide-react/icons/landmark';
import { type KeyboardEvent, useState } from 'react';
import { countText } from '#shared/format/count-text.ts';
import { classes } from '#shared/styles/classes.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import field from '#shared/ui/Field/Field.module.css';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { sharedNumbers } from '../rules/shared-numbers.ts';
import { useMoneyAct } from '../state/use-money-act.ts';
import styles from './AccountPayments.module.css';

interface Props {
  officeId: string;
  day: string;
  money: CourierMoney;
  payments: readonly AccountPayment[];
  /** False for people who only read, and for a confirmed day. */
  mayVerify: boolean;
  /** Numbers of operations as typed, by payment. */
  numbers: Readonly<Record<string, string>>;
  onNumbers: (numbers: Record<string, string>) => void;
  onVerified: (receipt: MoneyReceipt, body: VerifyPayments) => void;
}

const keyOf = ({ orderId, means }: Pick<AccountPayment, 'orderId' | 'means'>): string => `${orderId} ${means}`;

function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const all = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
  const next = all[all.indexOf(event.currentTarget) + step];
  event.preventDefault();
  next?.focus();
}

/** Payments by Yape, Plin, transfer and POS: found in the account or not, with the number of the operation. */
export function AccountPayments(props: Props) {
  const { officeId, day, money, payments, mayVerify, numbers, onNumbers, onVerified } = props;
  const open = payments.filter(({ inAccount }) => !inAccount);
  const typed = open.filter((each) => (numbers[keyOf(each)] ?? '').trim() !== '');
  const act = useMoneyAct(officeId, 'verify', {
    onDone: onVerified,
    said: (_, { payments: { length } }) =>
      `${countText(length, 'pago', 'pagos')} de ${money.courier.name} ${length === 1 ? 'está' : 'están'} en la cuenta`,
  });
  const [sums, setSums] = useState<Record<string, string>>({});
  const shared = sharedNumbers(typed.map((each) => ({ ...each, operation: numbers[keyOf(each)] ?? '' }))).map(
    (each) => {
      const name = `${each.means} ${each.operation}`;
      const written = sums[name] ?? '';
      return { ...each, name, written, stated: parseFigure(written, 2) };
    },
  );
  const verify = (some: readonly AccountPayment[]): void => {
    const transfers = shared.map(({ means, operation, stated }) => ({ means, operation, amount: stated }));
    act.run({
      courierId: money.courier.id,
      day,
      version: money.version,
      payments: some.map((each) => {
        const operation = (numbers[keyOf(each)] ?? '').trim();
        return { orderId: each.orderId, means: each.means, ...(operation !== '' && { operation }) };
      }),
      ...(transfers.length > 0 && { transfers }),
    });
  };
  const isUnstated = shared.some(({ stated, amount }) => stated !== amount);
  const isAsked =
    act.error instanceof HttpFailure &&
    act.error.problem?.errors?.some(({ field: name }) => name === 'repeated') === true;
  if (payments.length === 0) return null;
  return (
    <section className={styles['account']} aria-label="Pagos a la cuenta">
      <header>
        <h3>Pagos a la cuenta</h3>
        <span className="note">
          {open.length === 0
            ? `${formatSoles(collectedOf(payments))}, verificados`
            : `${formatSoles(collectedOf(open))} por verificar`}
        </span>
      </header>
      <ul>
        {payments.map((each) => (
          <li key={keyOf(each)}>
            <span className={styles['means']}>{COLLECTION_MEANS[each.means]}</span>
            <span className={styles['order']}>
              <code>{each.code}</code> <span>{each.client}</span>
            </span>
            <strong>{formatSoles(each.amount)}</strong>
            {each.inAccount ? (
              <span className={styles['found']}>
                <Check size={14} aria-hidden="true" /> {each.operation ?? 'sin número'}
              </span>
            ) : mayVerify ? (
              <input
                className={classes(field['small'], styles['number'])}
                aria-label={`Número de operación de ${each.code}`}
                placeholder="N.º de operación"
                inputMode="numeric"
                autoComplete="off"
                maxLength={40}
                value={numbers[keyOf(each)] ?? ''}
                onChange={(event) => onNumbers({ ...numbers, [keyOf(each)]: event.target.value })}
                onKeyDown={moveOn}
              />
            ) : (
              <span className="small">por verificar</span>
            )}
          </li>
        ))}
      </ul>
      {mayVerify &&
        shared.map(({ name, operation, orders, amount, written, stated }) => (
          <TextField
            key={name}
            label={`N.º ${operation} en ${orders} pagos: cuánto dice la cuenta, en soles`}
            inputMode="decimal"
            autoComplete="off"
            hint={`Suman ${formatSoles(amount)}. Si es una sola transferencia, el monto es el mismo.`}
            value={written}
            error={
              written.trim() === '' || stated === amount
                ? undefined
                : `No son ${formatSoles(amount)}: revise los números`
            }
            onChange={({ target }) => setSums({ ...sums, [name]: target.value })}
          />
        ))}
      {act.error && (
        <Alert>
          {failureText(act.error)}{' '}
          {isAsked && (
            <Button size="sm" loading={act.isPending} onClick={() => act.run({ ...act.variables, repeated: true })}>
              Es otro pago
            </Button>
          )}
        </Alert>
      )}
      {mayVerify && open.length > 0 && (
        <div className="row">
          {typed.length > 0 && typed.length < open.length && (
            <Button
              variant="primary"
              loading={act.isPending}
              disabled={act.isBlocked || isUnstated}
              onClick={() => verify(typed)}
            >
              Pasar {formatNumber(typed.length)} con número
            </Button>
          )}
          <Button
            icon={<Landmark size={18} aria-hidden="true" />}
            variant={typed.length === open.length ? 'primary' : 'secondary'}
            loading={act.isPending}
            disabled={act.isBlocked || isUnstated}
            onClick={() => verify(open)}
          >
            {open.length === 1 ? 'Está en la cuenta' : `Los ${formatNumber(open.length)} están en la cuenta`}
          </Button>
        </div>
      )}
    </section>
  );
}
