import { day as daySchema } from '@despacho/contracts/dispatch';
import Share2 from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { useToday } from '#shared/hooks/use-today.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { DateField } from '#shared/ui/DateField/DateField.tsx';
import { ChoiceField, ShareWindow } from './ShareWindow.tsx';

interface Props {
  officeId: string;
  timeZone: string;
  /** Clients to choose from. */
  clients: readonly { value: string; label: string }[];
  /** The client and day that are suggested. */
  clientId?: string | undefined;
  day?: string | undefined;
  /** For a small button. */
  small?: boolean;
  label?: string;
}

/** Shares the constancias of a client's day, and lists the links of the whole office. */
export function ShareDay({ small = false, label = 'Compartir', ...shared }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={small ? 'sm' : 'md'} icon={<Share2 size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <DayWindow {...shared} onClose={() => setOpen(false)} />}
    </>
  );
}

function DayWindow({
  officeId,
  timeZone,
  clients,
  onClose,
  ...suggested
}: Omit<Props, 'small' | 'label'> & { onClose: () => void }) {
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
