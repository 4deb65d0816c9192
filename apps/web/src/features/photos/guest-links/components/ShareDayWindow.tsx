import { day as daySchema } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { useToday } from '#shared/hooks/use-today.ts';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { type SharedDay } from '../rules/guest-link.ts';
import { ChoiceField, ShareWindow } from './ShareWindow.tsx';

/** Asks for a client and a day, and creates the link. */
export default function ShareDayWindow({
  officeId,
  timeZone,
  clients,
  onClose,
  ...suggested
}: SharedDay & { onClose: () => void }) {
  const today = useToday(timeZone);
  const [clientId, setClientId] = useState(suggested.clientId ?? '');
  const [day, setDay] = useState(suggested.day ?? today);
  const isWhole = clientId !== '' && daySchema.safeParse(day).success;
  return (
    <ShareWindow
      officeId={officeId}
      timeZone={timeZone}
      title="Compartir las constancias de un cliente"
      subject={isWhole ? { kind: 'client', clientId, day } : undefined}
      onClose={onClose}
    >
      <ChoiceField
        label="Cliente"
        value={clientId}
        options={[{ value: '', label: 'Elija un cliente' }, ...clients]}
        onChange={setClientId}
      />
      <DateField label="Día" value={day} today={today} onChange={setDay} />
    </ShareWindow>
  );
}
