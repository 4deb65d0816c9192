import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { useStepAside } from '#shared/hooks/use-step-aside.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { missedText } from '../rules/missed.ts';
import { useMissed } from '../state/use-missed.ts';
import styles from './Missed.module.css';
import { MissedWindow } from './MissedWindow.tsx';

/** «Mientras estuvo fuera: 12 cambios», with a button that lists them. */
export function MissedNotice({ own }: { own: string }) {
  const [missed, forget] = useMissed(own);
  const [isOpen, setOpen] = useState(false);
  const text = missed && missedText(missed);
  const notice = useRef<HTMLElement>(null);
  useStepAside(notice, missed !== null && !isOpen);
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text]);
  if (!missed) return null;
  const close = (): void => {
    setOpen(false);
    forget();
  };
  if (isOpen) return <MissedWindow events={missed.events} lead={missedText(missed)} onClose={close} />;
  return (
    <section ref={notice} className={styles['notice']} aria-label="Mientras estuvo fuera">
      <p>{text}</p>
      {missed.events.length > 0 && (
        <Button variant="primary" onClick={() => setOpen(true)}>
          Ver cambios
        </Button>
      )}
      <IconButton label="Cerrar el aviso" variant="plain" icon={<X size={16} aria-hidden="true" />} onClick={close} />
    </section>
  );
}
