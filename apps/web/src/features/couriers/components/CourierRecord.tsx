import { type Courier } from '@despacho/contracts/dispatch';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { CourierAbsences } from './CourierAbsences.tsx';
import { CourierDocuments } from './CourierDocuments.tsx';
import styles from './CourierRecord.module.css';

interface Props {
  officeId: string;
  courier: Courier;
  /** The office's working day. */
  today: string;
  onBack: () => void;
}

/** Absences and documents of a courier. */
export function CourierRecord({ officeId, courier, today, onBack }: Props) {
  const mayUse = useMayUse();
  return (
    <section className={styles['record']} aria-label={`Ausencias y documentos de ${courier.name}`}>
      <h3 ref={focusOnMount} tabIndex={-1} className={styles['title']}>
        {courier.name}
      </h3>
      <CourierAbsences officeId={officeId} courier={courier} today={today} />
      {mayUse(['G01']) ? (
        <CourierDocuments officeId={officeId} courier={courier} today={today} />
      ) : (
        <div>
          <h4 className={styles['subtitle']}>Documentos</h4>
          <p className="note">La licencia y los demás documentos los ve quien tiene también Permiso Usuario.</p>
        </div>
      )}
      <WindowFoot>
        <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          Volver a la lista
        </Button>
      </WindowFoot>
    </section>
  );
}
