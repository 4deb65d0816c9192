import { lazy } from 'react';
import { chunk } from '#shared/http/chunk.ts';

/**
 * Loads the windows and panels of the desk. If a release has replaced the file, the section offers to reload; nothing
 * can be lost then, because every form of the desk is in this file.
 * @throws ChunkFailure after the last try.
 */
export const loadWindows = chunk(() => import('./windows.ts'));

export const DeskCommands = lazy(async () => ({ default: (await loadWindows()).DeskCommands }));
export const DeskDialog = lazy(async () => ({ default: (await loadWindows()).DeskDialog }));
export const DeskUndo = lazy(async () => ({ default: (await loadWindows()).DeskUndo }));
export const OrderSidePanel = lazy(async () => ({ default: (await loadWindows()).OrderSidePanel }));
export const ReceiptCard = lazy(async () => ({ default: (await loadWindows()).ReceiptCard }));
export const RouteClosing = lazy(async () => ({ default: (await loadWindows()).RouteClosing }));
export const StopsList = lazy(async () => ({ default: (await loadWindows()).StopsList }));
export const RouteSheet = lazy(async () => ({ default: (await loadWindows()).RouteSheet }));
