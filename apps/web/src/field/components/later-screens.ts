/* One file, so that it is stored as a whole. */
export { ConnectScreen } from './ConnectScreen.tsx';
export { DayEndScreen } from './DayEndScreen.tsx';
export { EndStatus } from './EndStatus.tsx';
export { HelpScreen } from './HelpScreen.tsx';
export { LoadScreen } from './LoadScreen.tsx';
export { MenuScreen } from './MenuScreen.tsx';
export { NoticeScreen } from './NoticeScreen.tsx';
export { OrderScreen, OrderUndo } from './OrderScreen.tsx';
export { OverScreen } from './OverScreen.tsx';
export { PhotoTasks } from './PhotoTasks.tsx';
export { QueueScreen } from './QueueScreen.tsx';
export { VisitScreen } from './VisitScreen.tsx';
