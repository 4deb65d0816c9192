import {
  type Corner,
  roundDegrees,
  type Zone,
  type ZoneColor,
  ZONE_COLOR_CODES,
  type ZoneInput,
} from '@despacho/contracts/dispatch';

/** A zone while it is drawn or edited. */
export interface ZoneDraft {
  /** As stored; null for a new one. */
  zone: Zone | null;
  name: string;
  color: ZoneColor;
  corners: readonly Corner[];
  /** Whether a press on the map adds a corner. */
  isDrawing: boolean;
  /** Whether the next press on the map moves the chosen corner there. */
  isPlacing: boolean;
  /** Index of the corner that the panel shows. */
  chosen: number;
}

/** @returns a new draft, in the colour that the fewest zones have. */
export function newDraft(zones: readonly Zone[]): ZoneDraft {
  const used = (code: ZoneColor): number => zones.filter(({ color }) => color === code).length;
  const [color = 'turquesa'] = ZONE_COLOR_CODES.toSorted((one, other) => used(one) - used(other));
  return { zone: null, name: '', color, corners: [], isDrawing: true, isPlacing: false, chosen: 0 };
}

export const draftOf = (zone: Zone): ZoneDraft => ({
  zone,
  name: zone.name,
  color: zone.color,
  corners: zone.corners,
  isDrawing: false,
  isPlacing: false,
  chosen: 0,
});

const rounded = ([lat, lng]: Corner): Corner => [roundDegrees(lat), roundDegrees(lng)];

/** Adds a corner before an index, and chooses it. */
export const withCorner = (draft: ZoneDraft, at: number, corner: Corner): ZoneDraft => ({
  ...draft,
  corners: draft.corners.toSpliced(at, 0, rounded(corner)),
  chosen: at,
});

/** Moves a corner, and chooses it. */
export const movedCorner = (draft: ZoneDraft, at: number, corner: Corner): ZoneDraft => ({
  ...draft,
  corners: draft.corners.with(at, rounded(corner)),
  isPlacing: false,
  chosen: at,
});

/** Removes a corner, and chooses the one before it. */
export const withoutCorner = (draft: ZoneDraft, at: number): ZoneDraft => ({
  ...draft,
  corners: draft.corners.toSpliced(at, 1),
  chosen: Math.max(0, at - 1),
});

/** @returns the place between a corner and the next one. */
export function middleAfter(corners: readonly Corner[], at: number): Corner {
  const [from, to] = [corners[at], corners[(at + 1) % corners.length]];
  return from && to ? [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] : [0, 0];
}

/** @returns what would be saved. */
export const inputOf = ({ name, color, corners }: ZoneDraft): ZoneInput => ({
  name: name.trim(),
  color,
  corners: corners.map(([lat, lng]) => [lat, lng]),
});

/** @returns the fields that differ from the stored zone. */
export function changesOf(draft: ZoneDraft): Partial<ZoneInput> {
  const { zone } = draft;
  const input = inputOf(draft);
  if (!zone) return input;
  const differs = (field: keyof ZoneInput): boolean => JSON.stringify(input[field]) !== JSON.stringify(zone[field]);
  return Object.fromEntries(Object.entries(input).filter(([field]) => differs(field as keyof ZoneInput)));
}

/** Whether unsaved changes would be lost. */
export const isDirty = (draft: ZoneDraft): boolean =>
  draft.zone ? Object.keys(changesOf(draft)).length > 0 : draft.corners.length > 0 || draft.name.trim() !== '';
