/* One chunk, loaded when somebody opens the zones. */

export { DraftLayer } from './components/DraftLayer.tsx';
export { ZonesPanel } from './components/ZonesPanel.tsx';
