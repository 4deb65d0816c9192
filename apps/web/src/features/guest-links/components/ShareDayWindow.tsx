import { day as daySchema } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { DateField } from '../../../shared/ui/DateField/DateField.tsx';
import { SelectField } from '../../../shared/ui/SelectField/SelectField.tsx';
import { ShareWindow } from './ShareWindow.tsx';

interface Props {
  officeId: string;
  timeZone: string;
  clients: readonly { value: string; label: string }[];
  clientId?: string | undefined;
  day?: string | undefined;
  onClose: () => void;
}

/** Chooses a client and a day to share, and lists the links of the whole office. */
export function ShareDayWindow({ officeId, timeZone, clients, onClose, ...suggested }: Props) {
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
      <SelectField
        label="Cliente"
        value={clientId}
        options={[{ value: '', label: 'Elija un cliente' }, ...clients]}
        onChange={setClientId}
      />
      <DateField label="Día" value={day} today={today} onChange={setDay} />
    </ShareWindow>
  );
}
