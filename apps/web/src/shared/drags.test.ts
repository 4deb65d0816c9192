import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Everything draggable in the pages, with the alternative control (WCAG 2.5.7). */
interface DragRow {
  /** The file that handles the pointer, below `src/`. */
  file: string;
  /** What is dragged. */
  what: string;
  /** The alternative by buttons or keys; or why it is not a drag. */
  instead: string;
  /** A text of that control in a file below `src/`; none for a key of the browser or of Leaflet. */
  control?: readonly [file: string, text: string];
}

const DESK = 'features/dispatch-desk/';
const ZONES = 'features/zones/components/';

const DRAGS: readonly DragRow[] = [
  {
    file: 'shared/hooks/use-row-drag.ts',
    what: 'stops of a courier, into another order',
    instead: 'the menu of each stop: Subir, Bajar, Mover a la parada…; Alt and arrows on its handle',
    control: [`${DESK}components/StopsList.tsx`, 'Mover a la parada'],
  },
  {
    file: 'field/components/OrderScreen.tsx',
    what: "a courier's own stops, into another order",
    instead: 'the buttons Subir and Bajar of each stop',
    control: ['field/components/OrderScreen.tsx', "'Subir', 'Bajar'"],
  },
  {
    file: 'field/map/route-map.ts',
    what: "a courier's map; two fingers bring it closer",
    instead: 'arrow keys while the map has the focus, and its buttons',
    control: ['field/map/MapScreen.tsx', 'Acercar'],
  },
  {
    file: `${DESK}state/use-order-drag.ts`,
    what: 'orders from the table or the map, onto a courier',
    instead: 'select them and press Asignar',
    control: [`${DESK}components/SelectionActions.tsx`, 'Asignar'],
  },
  {
    file: 'shared/map/orders/MarksLayer.tsx',
    what: 'marks of orders on a map, onto a courier; otherwise a hover',
    instead: 'select them and press Asignar',
    control: [`${DESK}components/SelectionActions.tsx`, 'Asignar'],
  },
  {
    file: 'shared/map/orders/BoxSelect.tsx',
    what: 'a box over the map, which selects the orders in it',
    instead: 'the box of each order in the list beside the map',
    control: ['features/map/components/SideList.tsx', 'aria-checked'],
  },
  {
    file: 'shared/map/orders/FitToMarks.tsx',
    what: 'a map, which then stops following its marks',
    instead: 'arrow keys while the map has the focus, and its buttons to zoom',
  },
  {
    file: 'shared/map/orders/FollowCourier.tsx',
    what: 'a map, which then stops following a courier',
    instead: 'the button that follows the courier',
    control: ['features/map/components/CourierPanel.tsx', 'aria-pressed={isFollowed}'],
  },
  {
    file: 'shared/map/pin/MovablePin.tsx',
    what: 'the pin of an address',
    instead: 'press the map at the new place, or arrow keys while the pin has the focus',
    control: ['shared/map/pin/PinPicker.tsx', 'haga clic o use las flechas'],
  },
  {
    file: 'features/map/components/SideResizer.tsx',
    what: 'the edge of the list beside the map',
    instead: 'the button «Cambiar el ancho de la lista», or arrow keys on the edge',
    control: ['features/map/components/MapFrame.tsx', 'Cambiar el ancho de la lista'],
  },
  {
    file: `${ZONES}DraftLayer.tsx`,
    what: 'corners of a zone, and the middles of its sides',
    instead:
      'select a corner; Mover en el mapa and press the new place, arrow keys, or coordinates; Agregar después; Quitar',
    control: [`${ZONES}CornerFields.tsx`, 'Mover en el mapa'],
  },
  {
    file: 'features/imports/state/use-file-drop.ts',
    what: 'a file of orders, onto the page',
    instead: 'the button that chooses a file',
    control: ['features/imports/components/ChooseFile.tsx', 'type="file"'],
  },
  {
    file: 'features/photos/state/use-photo-drop.ts',
    what: 'photos, onto an order',
    instead: 'the button that adds photos',
    control: ['features/photos/components/UploadWindow.tsx', 'type="file"'],
  },
  {
    file: 'features/map/replay/components/ReplayBar.tsx',
    what: 'the minute of a replay: a range of the browser',
    instead: 'press the bar at the minute, or arrow keys',
    control: ['features/map/replay/components/ReplayBar.tsx', 'type="range"'],
  },
  {
    file: 'field/components/SignaturePad.tsx',
    what: 'a signature',
    instead: 'nothing: its path is what is signed, the exception of 2.5.7',
  },
  { file: 'shared/ui/Chart/use-chart-cursor.ts', what: 'nothing', instead: 'a hover; arrow keys do the same' },
  { file: 'app/state/use-touch.ts', what: 'nothing', instead: 'notes that somebody is present' },
  { file: 'features/dispatch-desk/state/use-attended.ts', what: 'nothing', instead: 'notes that somebody is present' },
];

const SRC = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, SRC), 'utf8');

/** Code that follows a pointer from where it was pressed, or accepts what is dropped. */
const DRAG =
  /pointermove|setPointerCapture|drag(?:start|over)\b|onDrag(?:Start|Over)|\bdraggable\b(?!=\{false\})|(?:touch|mouse)move|type="range"|'signature_pad'/i;

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

it('names a control without dragging for everything that can be dragged', () => {
  const dragging = globSync('**/*.{ts,tsx}', { cwd: SRC })
    .filter((path) => !path.includes('.test.'))
    .filter((path) => DRAG.test(withoutComments(read(path))));
  expect(dragging.toSorted()).toEqual(DRAGS.map(({ file }) => file).toSorted());
});

it.each(DRAGS.flatMap(({ what, control }) => (control ? [[what, ...control] as const] : [])))(
  'finds the control for %s',
  (_, file, text) => {
    expect(read(file)).toContain(text);
  },
);
