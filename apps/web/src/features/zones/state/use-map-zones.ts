import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type Corner, type Zone } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#features/session/state/session.ts';
import { useStore } from '#shared/state/store.ts';
import { zonesQuery } from '#shared/zones/zones-query.ts';
import { type ZoneDraft } from '../rules/zone-draft.ts';
import { zonesShown } from './zones-shown.ts';

const NONE: readonly Zone[] = [];

/** The zones of an office on its map: which are drawn, the panel that lists them, and the draft that is edited. */
export function useMapZones(officeId: string) {
  const query = useQuery(zonesQuery(officeId));
  const zones = query.data ?? NONE;
  const isShown = useStore(zonesShown);
  const mayEdit = useSession().charge === CHARGE_ALL_OFFICES;
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<ZoneDraft | null>(null);
  /** The zones of a file before they are imported. */
  const [preview, setPreview] = useState(NONE);
  /** The area to show; a new array for each request. */
  const [target, lookAt] = useState<readonly Corner[]>();
  return {
    officeId,
    query,
    zones,
    mayEdit,
    isShown,
    /** Whether there is anything for this person to see or do. */
    isUsed: zones.length > 0 || mayEdit,
    isOpen,
    open: (): void => setOpen(true),
    close: (): void => {
      setOpen(false);
      setDraft(null);
    },
    draft,
    setDraft,
    preview,
    setPreview,
    target,
    lookAt,
  };
}

export type MapZones = ReturnType<typeof useMapZones>;
