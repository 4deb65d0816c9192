import { type MoneyDay, type MoneyReceipt } from '@despacho/contracts/dispatch';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { moneyKey } from '../api/money-query.ts';

interface Act<Body, Answer> {
  officeId: string;
  /** Distinguishes requests with the same body. */
  name: string;
  send: (body: Body, idempotencyKey: string) => Promise<Answer>;
  onDone: (answer: Answer, body: Body) => void;
  /** What screen readers announce. */
  said: (answer: Answer, body: Body) => string;
}

/**
 * A request that moves money: sent once however often its button is pressed, and with the same key when it is repeated
 * after a failure. The lists are read again afterwards, also after a refusal: somebody else may have changed them.
 */
export function useMoneyAct<Body extends { day: string }, Answer extends object = MoneyReceipt>({
  officeId,
  name,
  send,
  onDone,
  said,
}: Act<Body, Answer>) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  // The second click of a double click comes before the pending state is rendered.
  const isSending = useRef(false);
  /** So that the next request names the entries of this one, before the lists are read again. */
  const show = async ({ money }: Partial<MoneyReceipt>, day: string): Promise<void> => {
    if (!money) return;
    // A read that began earlier would restore outdated data.
    await client.cancelQueries({ queryKey: moneyKey(officeId) });
    client.setQueryData<MoneyDay>(
      [...moneyKey(officeId), day],
      (before) =>
        before && {
          ...before,
          couriers: before.couriers.map((each) => (each.courier.id === money.courier.id ? money : each)),
        },
    );
  };
  const act = useMutation({
    mutationKey: moneyKey(officeId),
    mutationFn: (body: Body) => send(body, keyOf([name, body])),
    onSuccess: async (answer, body) => {
      await show(answer, body.day);
      announce(said(answer, body));
      onDone(answer, body);
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: moneyKey(officeId) });
      isSending.current = false;
    },
  });
  const pending = useIsMutating({ mutationKey: moneyKey(officeId) });
  return {
    ...act,
    /** Whether another act is pending: until its entries are known, the service would refuse this one as outdated. */
    isBlocked: pending > 0 && !act.isPending,
    /** Ignored while a request is pending. */
    run: (body: Body): void => {
      if (isSending.current || client.isMutating({ mutationKey: moneyKey(officeId) }) > 0) return;
      isSending.current = true;
      act.mutate(body);
    },
  };
}
