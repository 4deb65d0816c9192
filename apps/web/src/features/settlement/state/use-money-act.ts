import { type MoneyReceipt } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { announce } from '../../../shared/hooks/announce.ts';
import { useIntentKey } from '../../../shared/http/use-intent-key.ts';
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
export function useMoneyAct<Body, Answer = MoneyReceipt>({ officeId, name, send, onDone, said }: Act<Body, Answer>) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  // The second click of a double click comes before the pending state is rendered.
  const isSending = useRef(false);
  const act = useMutation({
    mutationFn: (body: Body) => send(body, keyOf([name, body])),
    onSuccess: (answer, body) => {
      announce(said(answer, body));
      onDone(answer, body);
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: moneyKey(officeId) });
      isSending.current = false;
    },
  });
  return {
    ...act,
    /** Ignored while a request is pending. */
    run: (body: Body): void => {
      if (isSending.current) return;
      isSending.current = true;
      act.mutate(body);
    },
  };
}
