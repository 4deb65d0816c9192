import { useQueries } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { activityEntries } from '../../../shared/live/activity-entries.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { IconButton } from '../../../shared/ui/IconButton/IconButton.tsx';
import { couriersQuery } from '../../couriers/api/couriers-query.ts';
import { missedText } from '../rules/missed-text.ts';
import { useMissed } from '../state/use-absence.ts';
import styles from './Missed.module.css';
import { MissedWindow } from './MissedWindow.tsx';

/** «Mientras estuvo fuera: 12 cambios», with a button that lists them. */
export function MissedNotice({ own }: { own: string }) {
  const [missed, forget] = useMissed(own);
  const [isOpen, setOpen] = useState(false);
  const text = missed && missedText(missed);
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text]);
  if (!missed) return null;
  const close = (): void => {
    setOpen(false);
    forget();
  };
  if (isOpen) return <Names missed={missed.events} lead={missedText(missed)} onClose={close} />;
  return (
    <section className={styles['notice']} aria-label="Mientras estuvo fuera">
      <p>{text}</p>
      {missed.events.length > 0 && (
        <Button
          variant="primary"
          onClick={() => {
            setOpen(true);
          }}
        >
          Ver cambios
        </Button>
      )}
      <IconButton label="Cerrar el aviso" variant="plain" icon={<X size={16} aria-hidden="true" />} onClick={close} />
    </section>
  );
}

interface NamesProps {
  missed: Parameters<typeof activityEntries>[0];
  lead: string;
  onClose: () => void;
}

/** Loads the couriers' names only when the list is opened. */
function Names({ missed, lead, onClose }: NamesProps) {
  const offices = [...new Set(missed.map(({ officeId }) => officeId))];
  const couriers = useQueries({ queries: offices.map(couriersQuery) }).flatMap(({ data }) => data ?? []);
  const names = new Map(couriers.map(({ id, name }) => [id, name]));
  return <MissedWindow entries={activityEntries(missed, (id) => names.get(id))} lead={lead} onClose={onClose} />;
}
