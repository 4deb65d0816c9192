import { type FieldSession } from '@despacho/contracts/dispatch';
import { ChevronRight, Phone } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import { classes } from '#shared/styles/classes.ts';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { type Screen as Place } from '../state/hash-route.ts';
import { setAlerts, setAwake, useAlerts, useAwake } from '../state/settings.ts';
import { unsentText } from '../rules/unsent-text.ts';
import { canStayAwake } from '#shared/browser/wake-lock.ts';
import { Action } from './Action.tsx';
import { Screen } from './Screen.tsx';
import { ScreenLink } from './ScreenLink.tsx';
import common from './Common.module.css';
import styles from './MenuScreen.module.css';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { textOf } from '../field-calls.ts';
import { leave } from '../offline/phone.ts';
import { useTask } from '../state/use-task.ts';
import { type QueueItem } from '../offline/types.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  /** What this phone still has to send. */
  unsent: readonly QueueItem[];
  onCancel: () => void;
}

/** Asks before signing out, because returning requires another link. */
function SignOut({ unsent, onCancel }: Props) {
  const { isBusy, failure, run } = useTask(leave);
  return (
    <Dialog
      title="¿Salir de este teléfono?"
      cancel="Cancelar"
      action={
        <Action tone="danger" loading={isBusy} onClick={() => void run()}>
          Sí, salir
        </Action>
      }
      onClose={onCancel}
    >
      <p>Se borra su ruta de este teléfono. Para volver a verla necesitará otro enlace de su oficina.</p>
      {unsent.length > 0 && (
        <p>
          <strong>Por enviar: {unsentText(unsent)}.</strong> Se queda cifrado aquí y se envía solo cuando usted vuelva a
          conectar este teléfono. Mejor espere a tener señal.
        </p>
      )}
      {failure !== undefined && <Alert>{textOf(failure)}</Alert>}
    </Dialog>
  );
}

/** The screens and settings that a courier rarely needs. */
export function MenuScreen({ session }: { session: FieldSession }) {
  const unsent = useQueue().items;
  const officePhone = useRoute().route?.office.phone ?? null;
  const isAwake = useAwake();
  const isAlerted = useAlerts();
  const [isLeaving, setLeaving] = useState(false);
  const call = officePhone === null ? null : phoneLinks(officePhone);
  return (
    <Screen title="Menú" back={{ name: 'route' }}>
      <p className={styles['who']}>
        <strong>{session.courier}</strong>
        <span>{session.office}</span>
      </p>
      <nav className="frame" aria-label="Menú">
        {call && (
          <a className={styles['item']} href={call.tel}>
            Llamar a la oficina
            <Phone size={22} aria-hidden="true" />
          </a>
        )}
        <Entry to={{ name: 'end' }}>Cierre del día</Entry>
        <Entry to={{ name: 'queue' }}>Por enviar{unsent.length > 0 && `: ${unsentText(unsent)}`}</Entry>
        <Entry to={{ name: 'help' }}>Cómo se usa</Entry>
        <Entry to={{ name: 'notice' }}>Aviso de privacidad</Entry>
      </nav>
      <Setting
        title="Avisar con sonido y vibración"
        hint="Cuando la oficina cambia su ruta y esta página está abierta."
        isOn={isAlerted}
        onChange={setAlerts}
      />
      {canStayAwake() && (
        <Setting
          title="Mantener la pantalla encendida"
          hint="Mientras está en ruta. Gasta más batería."
          isOn={isAwake}
          onChange={setAwake}
        />
      )}
      <Action tone="danger" onClick={() => setLeaving(true)}>
        Salir de este teléfono
      </Action>
      {isLeaving && <SignOut unsent={unsent} onCancel={() => setLeaving(false)} />}
    </Screen>
  );
}

function Entry({ to, children }: { to: Place; children: ReactNode }) {
  return (
    <ScreenLink className={styles['item']} to={to}>
      <span>{children}</span>
      <ChevronRight size={22} aria-hidden="true" />
    </ScreenLink>
  );
}

interface SettingProps {
  title: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Setting({ title, hint, isOn, onChange }: SettingProps) {
  const id = useId();
  return (
    <label className={classes('frame', styles['setting'])}>
      <input
        type="checkbox"
        role="switch"
        aria-describedby={id}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {title}
        <span id={id} className={classes(common['quiet'], styles['hint'])}>
          {hint}
        </span>
      </span>
    </label>
  );
}
