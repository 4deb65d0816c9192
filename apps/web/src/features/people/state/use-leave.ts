import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { confirm } from '#shared/dialogs/confirm.ts';
import { readOpenWork } from '../api/people-query.ts';
import { openWorkText } from '../rules/open-work-text.ts';
import { type PersonAct, type useSavePerson } from './use-save-person.ts';

const QUESTIONS = {
  disable: {
    title: (name: string) => `¿Desactivar a ${name}?`,
    text: 'No podrá ingresar y sus sesiones se cierran ahora. Se puede volver a activar.',
    label: 'Desactivar',
  },
  retire: {
    title: (name: string) => `¿Retirar a ${name}?`,
    text: 'No podrá ingresar y sus sesiones se cierran ahora. Lo que hizo se sigue leyendo con su nombre.',
    label: 'Retirar',
  },
  move: {
    title: (name: string) => `¿Cambiar a ${name} de oficina?`,
    text: 'Sus sesiones se cierran ahora; la próxima vez ingresa con la sucursal nueva. Sus módulos no cambian.',
    label: 'Cambiar de oficina',
  },
} as const;

/**
 * Asks before a person loses access, and names what they have open.
 * @returns a function that does it; it resolves once the question is answered.
 */
export const useLeave =
  (officeId: string, save: ReturnType<typeof useSavePerson>) =>
  async (
    person: PersonOfOffice,
    act: { do: 'disable' } | { do: 'retire' } | { do: 'move'; to: string },
    onDone?: () => void,
  ): Promise<void> => {
    const { title, text, label } = QUESTIONS[act.do];
    // If it cannot be read, the service refuses and names it.
    const open = await readOpenWork(officeId, person.id).then(openWorkText, () => null);
    const sure = await confirm({
      title: title(person.name),
      text: open === null ? text : `Tiene abierto ${open}. ${text}`,
      confirmLabel: open === null ? label : `${label} de todos modos`,
      danger: true,
    });
    if (!sure) return;
    const wanted: PersonAct = { ...act, person, ...(open !== null && { openWork: 'known' as const }) };
    save.mutate(wanted, onDone && { onSuccess: onDone });
  };
