import { type MinuteCounts } from '#platform/minute-counts.ts';
import { type WorkServices } from '#work/services.ts';
import { type EvidenceStore } from './evidence/evidence-store.ts';
import { type PictureDecoder } from './evidence/picture-decoder.ts';
import { type RouteMemory } from './route/route-memory.ts';

export interface FieldServices extends WorkServices {
  evidence: EvidenceStore;
  /** Decodes photos in child processes. */
  pictures: PictureDecoder;
  routes: RouteMemory;
  /** Starts, ends and orders of days that a courier's phone may send. */
  acts: MinuteCounts;
}
