import { type FieldSession } from '@despacho/contracts/dispatch';
import { createStore, useStore } from '#shared/state/store.ts';
import { readStored, writeStored } from '#shared/state/browser-storage.ts';

/** Settings of this phone. They contain no personal data and survive a sign-out. */
const KEYS = {
  notice: 'despacho.reparto.aviso',
  awake: 'despacho.reparto.pantalla',
  quiet: 'despacho.reparto.silencio',
  way: 'despacho.reparto.camino',
} as const;

const values = createStore({
  notice: readStored(KEYS.notice),
  awake: readStored(KEYS.awake),
  quiet: readStored(KEYS.quiet),
  way: readStored(KEYS.way),
});

function set(name: keyof typeof KEYS, value: string): void {
  values.set({ ...values.get(), [name]: value });
  writeStored(value, KEYS[name]);
}

/** Changes with the content of the notice, so that it is shown again. */
const NOTICE = '2';

const noticeOf = ({ connectedAt }: FieldSession): string => `${NOTICE} ${connectedAt}`;

/** @returns whether the notice was accepted since this phone was connected. */
export const useNoticeAccepted = (session: FieldSession): boolean =>
  useStore(values, ({ notice }) => notice === noticeOf(session));

export function acceptNotice(session: FieldSession): void {
  set('notice', noticeOf(session));
}

/** Whether the screen stays on while the courier is on the way. */
export const useAwake = (): boolean => useStore(values, ({ awake }) => awake === 'si');

export function setAwake(isAwake: boolean): void {
  set('awake', isAwake ? 'si' : '');
}

/** Whether a change of the route makes a sound and vibrates. */
export const useAlerts = (): boolean => useStore(values, ({ quiet }) => quiet !== 'si');

export const hasAlerts = (): boolean => values.get().quiet !== 'si';

export function setAlerts(isOn: boolean): void {
  set('quiet', isOn ? '' : 'si');
}

/** @returns the navigation app that was chosen last; null before the first choice. */
export const useNavigationApp = (): string | null => useStore(values, ({ way }) => way);

export function setNavigationApp(app: string): void {
  set('way', app);
}
