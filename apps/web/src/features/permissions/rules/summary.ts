import { isModuleCode, MODULE_CODES, type ModuleCode, type User } from '@despacho/contracts';
import { moduleLabel } from './module-label.ts';
import { countChanges, type Difference, type Edit, type Pending, userKey } from './pending.ts';

/** Part of a sentence; `strong` parts are set in bold. */
export interface SentencePiece {
  text: string;
  strong?: boolean;
}

const list = new Intl.ListFormat('es');

/** Above this many modules, show their number instead of their names. */
const MAX_NAMED = 3;

/** @returns the displayed name: the name, else the account, else the id. */
export const displayName = (user: User): string => user.user ?? user.username ?? `Usuario ${user.id}`;

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function changedTo(edit: Edit, on: boolean): ModuleCode[] {
  return MODULE_CODES.filter((code) => edit.changes.get(code) === on);
}

function named(codes: readonly ModuleCode[], whole: boolean): string {
  const labels = codes.map(moduleLabel);
  if (whole || labels.length <= MAX_NAMED) return list.format(labels);
  const shown = MAX_NAMED - 1;
  return list.format([...labels.slice(0, shown), `${labels.length - shown} más`]);
}

/**
 * @returns «Carlos Vega recibe Asignación e Imágenes y pierde Mapa», in pieces. `whole` names every module instead of
 * a number.
 */
export function personSentence(name: string, edit: Edit, whole = false): SentencePiece[] {
  const granted = changedTo(edit, true);
  const revoked = changedTo(edit, false);
  const pieces: SentencePiece[] = [{ text: name, strong: true }];
  if (granted.length > 0) pieces.push({ text: ' recibe ' }, { text: named(granted, whole), strong: true });
  if (granted.length > 1 && revoked.length > 0) pieces.push({ text: ',' });
  if (granted.length > 0 && revoked.length > 0) pieces.push({ text: ' y' });
  if (revoked.length > 0) pieces.push({ text: ' pierde ' }, { text: named(revoked, whole), strong: true });
  return pieces;
}

function officeSentence(pending: Pending): SentencePiece[] {
  const edits = [...pending.values()];
  const granted = edits.reduce((sum, edit) => sum + changedTo(edit, true).length, 0);
  const revoked = countChanges(pending) - granted;
  const pieces: SentencePiece[] = [{ text: `${pending.size} usuarios`, strong: true }, { text: ' cambian: ' }];
  if (granted > 0) pieces.push({ text: 'reciben ' }, { text: plural(granted, 'permiso', 'permisos'), strong: true });
  if (granted > 0 && revoked > 0) pieces.push({ text: ' y pierden ' }, { text: String(revoked), strong: true });
  else if (revoked > 0)
    pieces.push({ text: 'pierden ' }, { text: plural(revoked, 'permiso', 'permisos'), strong: true });
  return pieces;
}

/** @returns the pending changes as one short sentence in pieces, empty without changes. */
export function summarySentence(pending: Pending, users: readonly User[]): SentencePiece[] {
  const [only] = pending;
  if (!only) return [];
  if (pending.size > 1) return officeSentence(pending);
  const [id, edit] = only;
  return personSentence(nameOf(id, users), edit);
}

/** @returns the displayed name of a user in the list, or «Usuario ID» if they left it. */
export function nameOf(id: string, users: readonly User[]): string {
  const user = users.find((candidate) => userKey(candidate) === id);
  return user ? displayName(user) : `Usuario ${id}`;
}

/** @returns the pieces as plain text, where bold is not possible. */
export const plainText = (pieces: readonly SentencePiece[]): string => pieces.map(({ text }) => text).join('');

/** @returns the save button's label: «Guardar 3 cambios». */
export const saveLabel = (changes: number): string => `Guardar ${plural(changes, 'cambio', 'cambios')}`;

/** @returns a summary of save results: «2 usuarios guardados; 1 no se guardó; 1 sin confirmar; 1 en conflicto». */
export function savedSentence(states: readonly string[]): string {
  const count = (wanted: string): number => states.filter((state) => state === wanted).length;
  const [saved, failed, unknown, conflicts] = [count('saved'), count('failed'), count('unknown'), count('conflict')];
  return [
    saved > 0 && plural(saved, 'usuario guardado', 'usuarios guardados'),
    failed > 0 && plural(failed, 'no se guardó', 'no se guardaron'),
    unknown > 0 && `${unknown} sin confirmar`,
    conflicts > 0 && `${conflicts} en conflicto`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** @returns the text of a colleague's change: «recibió Mapa y perdió Imágenes». Unknown codes are shown unchanged. */
export function changeSentence({ added, removed }: Difference): string {
  const names = (codes: readonly string[]): string =>
    list.format(codes.map((code) => (isModuleCode(code) ? moduleLabel(code) : code)));
  return [added.length > 0 && `recibió ${names(added)}`, removed.length > 0 && `perdió ${names(removed)}`]
    .filter(Boolean)
    .join(' y ');
}
