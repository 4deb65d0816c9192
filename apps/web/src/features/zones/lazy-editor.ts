import { lazy } from 'react';

const loadEditor = () => import('./zone-editor.ts');

export const ZonesPanel = lazy(async () => ({ default: (await loadEditor()).ZonesPanel }));
export const DraftLayer = lazy(async () => ({ default: (await loadEditor()).DraftLayer }));
