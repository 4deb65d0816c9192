import { type PersonOfOffice, signInRulesOperations } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { useTimeZone } from '#features/session/state/use-time-zone.ts';

/** Button with which charge S permits a person to set up a second factor at an address where they never signed in. */
export function PermitFactor({ officeId, person: { id, name } }: { officeId: string; person: PersonOfOffice }) {
  const timeZone = useTimeZone();
  const permit = useMutation({
    mutationFn: () => call(signInRulesOperations['people.permitFactor'], { params: { id }, query: { officeId } }),
    onSuccess: () => announce(`${name} puede activar su segundo paso`),
  });
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: `¿Permitir a ${name} activar su segundo paso?`,
      text: 'Hágalo solo si la persona se lo pidió y usted la reconoce. Podrá activarlo desde un lugar nuevo, una vez, en las próximas 24 horas.',
      confirmLabel: 'Permitir',
    });
    if (sure) permit.mutate();
  };
  return (
    <>
      <Button loading={permit.isPending} onClick={() => void ask()}>
        Permitir activar el segundo paso
      </Button>
      {permit.data && (
        <p role="status" className="note">
          Puede activarlo hasta el {formatDateTime(permit.data.until, timeZone)}.
        </p>
      )}
      <FailureAlert error={permit.error} />
    </>
  );
}
