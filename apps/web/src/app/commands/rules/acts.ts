import { type Access, SCREEN_ACCESS } from '@despacho/contracts';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Ban from 'lucide-react/icons/ban';
import Banknote from 'lucide-react/icons/banknote';
import BellRing from 'lucide-react/icons/bell-ring';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import FileDown from 'lucide-react/icons/file-down';
import FileUp from 'lucide-react/icons/file-up';
import Hexagon from 'lucide-react/icons/hexagon';
import History from 'lucide-react/icons/history';
import Keyboard from 'lucide-react/icons/keyboard';
import ListX from 'lucide-react/icons/list-x';
import LogOut from 'lucide-react/icons/log-out';
import MapPin from 'lucide-react/icons/map-pin';
import MapPinned from 'lucide-react/icons/map-pinned';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Route from 'lucide-react/icons/route';
import Printer from 'lucide-react/icons/printer';
import Settings2 from 'lucide-react/icons/settings-2';
import Sparkles from 'lucide-react/icons/sparkles';
import Truck from 'lucide-react/icons/truck';
import Undo2 from 'lucide-react/icons/undo-2';
import UserCheck from 'lucide-react/icons/user-check';
import UserMinus from 'lucide-react/icons/user-minus';
import Users from 'lucide-react/icons/users';
import {
  type CourierCommand,
  type DeskCommand,
  type OrdersCommand,
} from '#features/dispatch-desk/state/desk-command.ts';
import { paths } from '#shared/paths.ts';

/** An act that the box of commands offers. */
export interface Act {
  label: string;
  /** Other words for it. */
  words: readonly string[];
  icon: typeof Ban;
  /** Its key on its screen. */
  keys?: readonly string[];
  /** The object of the action. */
  needs?: 'orders' | 'courier';
  /** Any one of these modules shows it, to people who may open the screen. */
  access: Access;
  /** Only for people with charge S. */
  isSupervised?: boolean;
  /** Path of the screen that does it. */
  at: string;
}

const DESK = { access: SCREEN_ACCESS.assing, at: paths.assign } as const;
const ORDERS = { ...DESK, needs: 'orders' } as const;
const COURIER = { ...DESK, needs: 'courier' } as const;
const CLIENTS = { access: SCREEN_ACCESS.clients, at: paths.clients } as const;

const OF_ORDERS: Record<OrdersCommand, Act> = {
  assign: { ...ORDERS, label: 'Asignar…', words: ['reasignar a un repartidor'], icon: UserCheck, keys: ['A'] },
  suggest: { ...ORDERS, label: 'Sugerir un reparto…', words: ['plan', 'repartir'], icon: Sparkles, keys: ['S'] },
  otherDay: {
    ...ORDERS,
    label: 'Reprogramar…',
    words: ['otro día', 'nueva visita', 'postergar'],
    icon: CalendarClock,
    keys: ['R'],
  },
  en_ruta: { ...ORDERS, label: 'Sale a ruta', words: ['en ruta', 'salir'], icon: Truck },
  entregada: { ...ORDERS, label: 'Entregada', words: ['marcar como entregada', 'conforme'], icon: CircleCheck },
  no_entregada: { ...ORDERS, label: 'No entregada…', words: ['marcar como no entregada', 'ausente'], icon: CircleX },
  unassign: { ...ORDERS, label: 'Quitar el repartidor', words: ['desasignar', 'pendiente'], icon: UserMinus },
  correct: { ...ORDERS, label: 'Corregir…', words: ['estado equivocado'], icon: Pencil, isSupervised: true },
  cancel: { ...ORDERS, label: 'Anular…', words: ['cancelar la orden'], icon: Ban, isSupervised: true },
};

const OF_COURIERS: Record<CourierCommand, Act> = {
  move: { ...COURIER, label: 'Mover carga…', words: ['pasar órdenes a otro', 'traspasar'], icon: ArrowLeftRight },
  leave: { ...COURIER, label: 'Se retira hoy…', words: ['ausente', 'faltó', 'repartir su carga'], icon: LogOut },
  sort: { ...COURIER, label: 'Ordenar paradas…', words: ['optimizar la ruta', 'mejor recorrido'], icon: Route },
  closing: {
    ...COURIER,
    label: 'Cerrar ruta…',
    words: ['volvió', 'cierre de ruta'],
    icon: ClipboardCheck,
    keys: ['C'],
  },
  sheet: { ...COURIER, label: 'Hoja de ruta…', words: ['imprimir'], icon: Printer },
  record: { ...COURIER, label: 'Editar un repartidor…', words: ['datos', 'placa', 'zonas'], icon: Pencil },
};

const OF_DESK: Record<Exclude<DeskCommand, OrdersCommand | CourierCommand>, Act> = {
  new: { ...DESK, label: 'Nueva orden', words: ['crear'], icon: Plus, keys: ['N'] },
  undo: { ...DESK, label: 'Deshacer', words: ['última acción'], icon: Undo2, keys: ['U'] },
  import: { ...DESK, label: 'Importar órdenes…', words: ['archivo', 'excel'], icon: FileUp },
  export: { ...DESK, label: 'Exportar órdenes…', words: ['archivo', 'excel', 'descargar'], icon: FileDown },
  days: { ...DESK, label: 'Cierre del día', words: ['jornada'], icon: CalendarCheck },
  reviews: { ...DESK, label: 'Por revisar', words: ['visitas en duda'], icon: ClipboardList },
  waiting: { ...DESK, label: 'Por ubicar', words: ['direcciones', 'mapa'], icon: MapPinned },
  history: { ...DESK, label: 'Últimas acciones', words: ['constancias'], icon: History, keys: ['H'] },
  couriers: { ...DESK, label: 'Administrar repartidores…', words: ['asistencia', 'nuevo repartidor'], icon: Users },
  settings: { ...DESK, label: 'Ajustes para repartidores', words: ['tope', 'mensaje'], icon: Settings2 },
  reasons: { ...DESK, label: 'Motivos de no entrega', words: ['ajustes'], icon: ListX, isSupervised: true },
  keys: { ...DESK, label: 'Teclas de esta sección', words: ['ayuda', 'atajos'], icon: Keyboard, keys: ['?'] },
};

/** Acts of other screens: those that a screen registers, and addresses (`usePick`). */
const ELSEWHERE = {
  newClient: { ...CLIENTS, label: 'Nuevo cliente…', words: ['crear'], icon: Plus },
  importClients: { ...CLIENTS, label: 'Importar clientes…', words: ['archivo', 'excel'], icon: FileUp },
  attention: {
    access: ['D04'],
    at: paths.dashboard,
    label: 'Por atender',
    words: ['avisos', 'pendientes'],
    icon: BellRing,
  },
  handover: { access: ['D04'], at: paths.dashboard, label: 'Relevo', words: ['turno'], icon: ArrowLeftRight },
  settle: {
    access: ['D05'],
    at: paths.dashboard,
    needs: 'courier',
    label: 'Recibir dinero…',
    words: ['liquidar', 'efectivo', 'contar'],
    icon: Banknote,
  },
  replay: { access: SCREEN_ACCESS.map, at: paths.map, label: 'Repetir el día', words: ['recorrido'], icon: History },
  zones: {
    access: SCREEN_ACCESS.assing,
    at: paths.map,
    label: 'Zonas de la oficina',
    words: ['dibujar'],
    icon: Hexagon,
    isSupervised: true,
  },
  locate: {
    access: SCREEN_ACCESS.map,
    at: paths.map,
    needs: 'courier',
    label: 'Ver en el mapa…',
    words: ['dónde está', 'ubicar'],
    icon: MapPin,
  },
} satisfies Record<string, Act>;

export type ActId = DeskCommand | keyof typeof ELSEWHERE;

/** All acts, in the order of an empty search. */
export const ACTS: Record<ActId, Act> = { ...OF_ORDERS, ...OF_COURIERS, ...OF_DESK, ...ELSEWHERE };
