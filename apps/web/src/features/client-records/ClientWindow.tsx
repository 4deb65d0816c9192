import { type ClientDetails } from '@despacho/contracts/dispatch';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { confirmDiscarding } from '#shared/dialogs/confirm-discarding.ts';
import { isSame, rebased } from '#shared/fields/form-changes.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { clientDetailsQuery } from './api/client-queries.ts';
import { ClientFields } from './components/ClientFields.tsx';
import {
  changedFields,
  type ClientErrors,
  type ClientForm,
  clientForm,
  conflictingLabels,
  emptyClientForm,
  readClientForm,
} from './rules/client-form.ts';
import { useSaveClient } from './state/use-save-client.ts';

interface Props {
  officeId: string;
  /** Null for a new one. */
  client: ClientDetails | null;
  /** The name of a new one, if it is known. */
  name?: string;
  onClose: () => void;
  onSaved?: (client: ClientDetails) => void;
}

/** The fields of a conflict that says that another client is the same. */
const DOUBLE_FIELDS = ['name', 'taxId'];

/** Messages of the service at their fields. */
function serverErrors(error: unknown): ClientErrors {
  const listed = error instanceof HttpFailure ? (error.problem?.errors ?? []) : [];
  return Object.fromEntries(listed.map(({ field, message }) => [field, message]));
}

/** The window that creates or edits a client. Keeps the input until it is saved or discarded. */
export default function ClientWindow({ officeId, client, name = '', onClose, onSaved }: Props) {
  const queries = useQueryClient();
  // The client when editing began, to detect changes by other people.
  const [base, setBase] = useState(client);
  const baseForm = base ? clientForm(base) : emptyClientForm(name);
  const [form, setForm] = useState<ClientForm>(baseForm);
  const [theirs, setTheirs] = useState<ClientDetails>();
  const [isChecked, setChecked] = useState(false);
  /** Errors of the fields that the service refused, until they change. */
  const [refused, setRefused] = useState<ClientErrors>({});
  const [attempts, setAttempts] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  const save = useSaveClient(officeId);
  const errors = { ...refused, ...(isChecked ? readClientForm(form).errors : {}) };
  // A double that the person may allow is shown with its choice, not at the field.
  const double = Object.keys(refused).find((field) => DOUBLE_FIELDS.includes(field));

  useEffect(() => {
    if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  const done = (saved: ClientDetails): void => {
    onSaved?.(saved);
    onClose();
  };

  const explain = async (error: unknown): Promise<void> => {
    setRefused(serverErrors(error));
    setAttempts((count) => count + 1);
    if (!(error instanceof HttpFailure) || error.kind !== 'conflict' || base === null) return;
    const fresh = await queries
      .query({ ...clientDetailsQuery(officeId, base.id), staleTime: 0 })
      .catch(() => undefined);
    if (fresh && fresh.version !== base.version) setTheirs(fresh);
  };

  const send = (from: ClientDetails | null, wanted: ClientForm, isAllowed = false): void => {
    if (save.isPending) return;
    setChecked(true);
    const { input } = readClientForm(wanted);
    if (!input) {
      setAttempts((count) => count + 1);
      return;
    }
    if (from && Object.keys(changedFields(from, input)).length === 0) {
      onClose();
      return;
    }
    setRefused({});
    save.mutate(
      { client: from, input, double: isAllowed },
      { onSuccess: done, onError: (error) => void explain(error) },
    );
  };

  const put = (next: ClientForm): void => {
    setForm(next);
    setRefused({});
  };
  const settle = (other: ClientDetails, wanted: ClientForm): void => {
    setBase(other);
    setForm(wanted);
    setTheirs(undefined);
    save.reset();
  };
  const dismiss = (): void => {
    if (save.isPending) return;
    if (isSame(form, baseForm)) onClose();
    else
      void confirmDiscarding().then((agreed) => {
        if (agreed) onClose();
      });
  };

  return (
    <Window
      wide
      title={client ? `Editar ${client.name}` : 'Nuevo cliente'}
      lead={
        client
          ? 'Sus órdenes guardan los datos que tenía el cliente cuando se crearon.'
          : 'Basta el nombre; lo demás se puede agregar después.'
      }
      onDismiss={dismiss}
    >
      <WindowForm
        ref={ref}
        label="Datos del cliente"
        submitLabel={client ? 'Guardar' : 'Crear cliente'}
        busy={save.isPending}
        choices={
          double !== undefined && (
            <Button loading={save.isPending} onClick={() => send(base, form, true)}>
              {client ? 'Guardar de todos modos' : 'Crear de todos modos'}
            </Button>
          )
        }
        onSubmit={() => {
          if (!theirs) send(base, form);
        }}
        onCancel={dismiss}
      >
        <ClientFields officeId={officeId} form={form} errors={errors} isNew={client === null} onChange={put} />
        {theirs && (
          <Conflict
            sentence={failureText(save.error)}
            fields={conflictingLabels(baseForm, form, clientForm(theirs))}
            onKeepMine={() => {
              const wanted = rebased(baseForm, form, clientForm(theirs));
              settle(theirs, wanted);
              send(theirs, wanted);
            }}
            onTakeTheirs={() => settle(theirs, clientForm(theirs))}
          />
        )}
        {errors['form'] && <Alert>{errors['form']}</Alert>}
        {!theirs && <FailureAlert error={save.error} />}
      </WindowForm>
    </Window>
  );
}

interface ConflictProps {
  sentence: string;
  fields: readonly string[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Says who changed the client meanwhile, and lets the person choose. */
function Conflict({ sentence, fields, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div role="alert">
      <Alert>
        {sentence}{' '}
        {fields.length === 0
          ? 'Cambió otros datos que usted.'
          : `Los dos cambiaron: ${fields.join(', ')}. Lo demás queda como lo dejó esa persona.`}
      </Alert>
      <WindowFoot>
        <Button size="sm" onClick={onTakeTheirs}>
          Usar la otra versión
        </Button>
        <Button size="sm" variant="primary" onClick={onKeepMine}>
          Guardar mi versión
        </Button>
      </WindowFoot>
    </div>
  );
}
