import { type Zone, zoneFinder } from '@despacho/contracts/dispatch';
import { createStore, useStore } from '../state/store.ts';

/** The zones of one office. */
interface DrawnZones {
  byId: ReadonlyMap<string, Zone>;
  /** @returns the ids of the zones that a place is in. */
  at: ReturnType<typeof zoneFinder<string>>;
}

/** Like the districts, for functions that name zones or compare places with them. */
const offices = createStore<ReadonlyMap<string, DrawnZones>>(new Map());

/** Replaces the zones of an office. */
export function setDrawnZones(officeId: string, zones: readonly Zone[]): void {
  const drawn = { byId: new Map(zones.map((zone) => [zone.id, zone])), at: zoneFinder(zones) };
  offices.set(new Map(offices.get()).set(officeId, drawn));
}

/** Clears the zones of all offices, after a change of user. */
export function forgetDrawnZones(): void {
  if (offices.get().size > 0) offices.set(new Map());
}

/** @returns the name of a zone of any office; a word for a removed one, and before they are loaded. */
export function drawnZoneName(id: string): string {
  const all = [...offices.get().values()];
  const [zone] = all.flatMap(({ byId }) => byId.get(id) ?? []);
  return zone?.name ?? (all.length > 0 ? 'Zona quitada' : 'Zona dibujada');
}

/** @returns the ids of an office's zones that a place is in; none before they are loaded. */
export const zonesAt = (officeId: string, place: Parameters<DrawnZones['at']>[0]): string[] =>
  offices.get().get(officeId)?.at(place) ?? [];

/** Renders again when zones are loaded or changed, for a component that names them. */
export const useDrawnZones = (): unknown => useStore(offices);
