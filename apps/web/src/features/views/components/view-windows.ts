export { ReplaceViewWindow } from './ReplaceViewWindow.tsx';
export { SaveViewWindow } from './SaveViewWindow.tsx';
export { ViewsWindow } from './ViewsWindow.tsx';
