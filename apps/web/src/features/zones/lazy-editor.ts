import { lazy } from 'react';
import { chunk } from '#shared/http/chunk.ts';

const loadEditor = chunk(() => import('./zone-editor.ts'));

export const ZonesPanel = lazy(async () => ({ default: (await loadEditor()).ZonesPanel }));
export const DraftLayer = lazy(async () => ({ default: (await loadEditor()).DraftLayer }));
