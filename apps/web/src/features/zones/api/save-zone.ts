import { type Zone, type ZoneEdit, type ZoneInput, type ZoneUses, zoneOperations } from '@despacho/contracts/dispatch';
import { call } from '#shared/http/call.ts';
import { type ReadZone } from '../rules/geojson.ts';

type Known = Pick<Zone, 'id' | 'version'>;

/** @throws HttpFailure of kind conflict if the office already has a zone with this name. */
export const createZone = (officeId: string, body: ZoneInput): Promise<Zone> =>
  call(zoneOperations['zones.create'], { query: { officeId }, body });

/**
 * Saves all of these zones, or none.
 * @throws HttpFailure of kind conflict if one to replace changed meanwhile, or a name is taken.
 */
export const importZones = (
  officeId: string,
  zones: readonly ReadZone[],
): Promise<{ created: number; edited: number }> =>
  call(zoneOperations['zones.import'], {
    query: { officeId },
    body: {
      zones: zones.map(({ input, replaces }) => ({
        ...input,
        replaces: replaces && { id: replaces.id, version: replaces.version },
      })),
    },
  });

/** @throws HttpFailure of kind conflict if the zone changed since `version`, or the name is taken. */
export const editZone = (officeId: string, { id, version }: Known, changes: ZoneEdit['changes']): Promise<Zone> =>
  call(zoneOperations['zones.edit'], { params: { id }, query: { officeId }, body: { version, changes } });

/** @throws HttpFailure of kind conflict if the zone changed since `version`. */
export const removeZone = (officeId: string, { id, version }: Known): Promise<Zone> =>
  call(zoneOperations['zones.remove'], { params: { id }, query: { officeId }, body: { version } });

/** @throws HttpFailure of kind conflict if another zone has its name now. */
export const restoreZone = (officeId: string, { id, version }: Known): Promise<Zone> =>
  call(zoneOperations['zones.restore'], { params: { id }, query: { officeId }, body: { version } });

export const zoneUses = (officeId: string, id: string): Promise<ZoneUses> =>
  call(zoneOperations['zones.uses'], { params: { id }, query: { officeId } });
