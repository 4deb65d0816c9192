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
import { SignOut } from './SignOut.tsx';
import common from './Common.module.css';
import styles from './MenuScreen.module.css';

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
