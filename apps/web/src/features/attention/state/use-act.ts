import { type ActOnAttention, type AttentionLine } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '#shared/hooks/announce.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { actOnAttention, attentionKey } from '../api/attention-query.ts';

type Act = Omit<ActOnAttention, 'version'>;

const DONE: Record<Act['act'], string> = {
  tomar: 'Usted se encarga',
  soltar: 'Ya no está a su cargo',
  posponer: 'Pospuesta',
  retomar: 'De vuelta en la lista',
};

/** Takes, leaves, postpones or shows a line again. The list is read again afterwards, also after a conflict. */
export function useAct(officeId: string, line: Pick<AttentionLine, 'id' | 'version'>) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (act: Act) => {
      const body = { version: line.version, ...act };
      return actOnAttention(officeId, line.id, body, keyOf([line.id, body]));
    },
    onSuccess: (_, { act }) => announce(DONE[act]),
    onError: (failure) => announce(failureText(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: attentionKey(officeId) }),
  });
  return { act: mutate, error, isPending, reset };
}
