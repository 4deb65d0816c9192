import { dayOperations, type MoneyDay, moneyOperations, type MoneyReceipt } from '@despacho/contracts/dispatch';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod/mini';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { moneyKey } from '../api/money-query.ts';

/** What moves money, or decides about it. */
const OPERATIONS = {
  receive: moneyOperations['money.receive'],
  verify: moneyOperations['money.verify'],
  undo: moneyOperations['money.undo'],
  agree: moneyOperations['money.agree'],
  confirm: dayOperations['days.confirm'],
  reopen: dayOperations['days.reopen'],
} as const;

type Name = keyof typeof OPERATIONS;
type BodyOf<N extends Name> = z.input<(typeof OPERATIONS)[N]['body']>;
type AnswerOf<N extends Name> = z.output<(typeof OPERATIONS)[N]['response']>;

interface Act<N extends Name> {
  onDone: (answer: AnswerOf<N>, body: BodyOf<N>) => void;
  /** What screen readers announce. */
  said: (answer: AnswerOf<N>, body: BodyOf<N>) => string;
}

/**
 * A request that moves money: sent once however often its button is pressed, and with the same key when it is repeated
 * after a failure. The lists are read again afterwards, also after a refusal: somebody else may have changed them.
 */
export function useMoneyAct<N extends Name>(officeId: string, name: N, { onDone, said }: Act<N>) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  // The second click of a double click comes before the pending state is rendered.
  const isSending = useRef(false);
  /** So that the next request names the entries of this one, before the lists are read again. */
  const show = async ({ money }: MoneyReceipt, day: string): Promise<void> => {
    // One that began earlier would bring back what was before.
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
    mutationFn: (body: BodyOf<N>) => {
      const request = { query: { officeId }, body, idempotencyKey: keyOf(body) };
      // Each body is that of its operation, by the type of its name.
      return call(OPERATIONS[name], request as never) as Promise<AnswerOf<N>>;
    },
    onSuccess: async (answer, body) => {
      if ('money' in answer) await show(answer, body.day);
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
    run: (body: BodyOf<N>): void => {
      if (isSending.current || client.isMutating({ mutationKey: moneyKey(officeId) }) > 0) return;
      isSending.current = true;
      act.mutate(body);
    },
  };
}
