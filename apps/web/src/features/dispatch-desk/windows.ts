/** The windows of the desk, in one chunk: it loads after the first rows, or when one of these is opened. */
export { OrderSidePanel } from '#features/orders/OrderSidePanel.tsx';
export { DeskCommands } from './components/DeskCommands.tsx';
export { DeskDialog } from './components/DeskDialog.tsx';
export { DeskUndo } from './components/DeskUndo.tsx';
export { RouteClosing } from './components/RouteClosing.tsx';
export { RouteSheet } from './components/RouteSheet.tsx';
export { StopsList } from './components/StopsList.tsx';
export { ReceiptCard } from './components/ReceiptCard.tsx';
