import { type ClientDetails, type ClientInput, clientRecordOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { announce } from '#shared/hooks/announce.ts';
import { refetchClients } from '../api/client-queries.ts';
import { changedFields } from '../rules/client-form.ts';

/** A client to create, or the input for an existing one. `double`: although another has this name or document. */
export interface ClientSave {
  client: ClientDetails | null;
  input: ClientInput;
  double: boolean;
}

/** Mutation that creates or edits a client. An edit sends the changed fields alone. */
export function useSaveClient(officeId: string) {
  const queries = useQueryClient();
  // The same for each retry, so that a lost response does not create the client twice.
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: ({ client, input, double }: ClientSave): Promise<ClientDetails> => {
      const query = { officeId };
      const allowed = double && { double };
      if (client === null) {
        const body = { ...input, ...allowed };
        return call(clientRecordOperations['clients.create'], { query, body, idempotencyKey: keyOf(body) });
      }
      const body = { version: client.version, changes: changedFields(client, input), ...allowed };
      return call(clientRecordOperations['clients.edit'], { params: { id: client.id }, query, body });
    },
    onSuccess: (saved, { client }) => {
      announce(`${saved.name}: ${client ? 'guardado' : `creado con el código ${saved.code}`}`);
      return refetchClients(queries);
    },
  });
}
