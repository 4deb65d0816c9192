import { lazy } from 'react';
import { chunk } from '#shared/http/chunk.ts';

export const ClientWindow = lazy(chunk(() => import('./ClientWindow.tsx')));
export const HistoryWindow = lazy(chunk(() => import('./HistoryWindow.tsx')));
export const MergeWindow = lazy(chunk(() => import('./MergeWindow.tsx')));
export const NotesWindow = lazy(chunk(() => import('./NotesWindow.tsx')));
