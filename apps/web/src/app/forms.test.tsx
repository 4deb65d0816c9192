import {
  type ClientAddress,
  type ClientContact,
  type ClientInput,
  type CourierInput,
  courierOperations,
  type CourierSettings,
  DEFAULT_FAR,
  DEFAULT_SILENCE,
  districtOperations,
  type NewPerson,
  type OfficeInput,
  type OrderInput,
  orderOperations,
  peopleOperations,
  settingsOperations,
  type SettingsEdit,
  type SignInRulesEdit,
  signInRulesOperations,
  standardRules,
  type ZoneInput,
  zoneOperations,
} from '@despacho/contracts/dispatch';
import { officeOperations } from '@despacho/contracts';
import { screen } from '@testing-library/react';
import { type ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { AttentionSettings } from '#features/attention/components/AttentionSettings.tsx';
import ClientWindow from '#features/client-records/ClientWindow.tsx';
import { CourierEditor } from '#features/couriers/components/CourierEditor.tsx';
import { SettingsForm } from '#features/couriers/components/SettingsForm.tsx';
import { OrderEditor } from '#features/orders/components/OrderEditor.tsx';
import { OrderWindowContext } from '#features/orders/state/use-orders-state.ts';
import { PersonEditor } from '#features/people/components/PersonEditor.tsx';
import SignInRulesForm from '#features/people/components/SignInRulesForm.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { RouteSettings } from '#features/settings/components/RouteSettings.tsx';
import { OfficeWindow } from '#features/settings/components/OfficeWindow.tsx';
import { ZoneForm } from '#features/zones/components/ZoneForm.tsx';
import { draftOf } from '#features/zones/rules/zone-draft.ts';
import { type PathOf } from '#shared/fields/form-errors.ts';

/** The control of a field by its label, or why the form has none. */
type Control = string | { none: string };

type ListPaths<List extends string, Item> = `${List}.${keyof Item & string}`;

type ClientPath =
  | Exclude<PathOf<ClientInput>, 'contacts' | 'addresses'>
  | ListPaths<'contacts', ClientContact>
  | ListPaths<'addresses', ClientAddress>;

const ZONE = { id: '7', version: 1, name: 'Sur', color: 'azul' as const, corners: [] };

const SETTINGS: CourierSettings = {
  version: 1,
  cashLimit: null,
  expenseLimit: 3000,
  surplusLimit: 10_000,
  delivered: [],
  failed: [],
  phone: null,
  message: null,
  attention: standardRules(),
  far: DEFAULT_FAR,
  silence: DEFAULT_SILENCE,
  arrivalRadius: 100,
  startingPoint: null,
  objective: 'fewest-late',
  doorMinutes: 5,
  routeEnd: 'free',
  company: 'Despachos del Pacífico S.A.C.',
  changed: null,
};

const ignore = (): void => undefined;

const ORDER_WINDOW = { window: null, open: ignore, close: ignore, leave: ignore, guard: ignore };

const FORMS: Record<string, { element: ReactElement; controls: Readonly<Record<string, Control>> }> = {
  order: {
    element: (
      <OrderWindowContext value={ORDER_WINDOW}>
        <OrderEditor officeId="LIMA" order={null} today="2026-11-20" onCancel={ignore} onSaved={ignore} />
      </OrderWindowContext>
    ),
    controls: {
      'client.id': { none: 'chosen by the name' },
      'client.name': 'Cliente',
      'client.phone': 'Teléfono del cliente',
      'recipient.name': 'Destinatario',
      'recipient.phone': 'Teléfono',
      'place.address': 'Dirección',
      'place.reference': 'Referencia',
      'place.ubigeo': 'Distrito',
      'place.point': { none: 'set on the map, which appears with the district' },
      date: 'Fecha',
      'window.from': 'Desde',
      'window.to': 'Hasta',
      packages: 'Bultos',
      weightGrams: 'Peso (kg)',
      clientReference: 'Referencia del cliente',
      guide: 'Guía de remisión',
      note: 'Nota',
      collectDue: 'Cobro contra entrega (S/)',
      priority: 'Alta',
    } satisfies Record<PathOf<OrderInput>, Control>,
  },
  courier: {
    element: <CourierEditor officeId="LIMA" courier={null} onDone={ignore} />,
    controls: {
      name: 'Nombre',
      phone: 'Teléfono',
      vehicle: 'Vehículo',
      vehicleCategory: 'Categoría (MTC)',
      plate: 'Placa',
      zones: 'Zonas',
      zoneIds: 'Zonas dibujadas',
      'shift.from': 'Inicio del turno',
      'shift.to': 'Fin del turno',
      capacityOrders: 'Capacidad (órdenes)',
      capacityGrams: 'Capacidad (kg)',
    } satisfies Record<PathOf<CourierInput>, Control>,
  },
  client: {
    element: <ClientWindow officeId="LIMA" client={null} onClose={ignore} onSaved={ignore} />,
    controls: {
      code: 'Código',
      name: 'Nombre o razón social',
      taxId: 'RUC o DNI',
      'contacts.name': 'Persona',
      'contacts.role': 'Cargo o área',
      'contacts.phone': 'Teléfono',
      'contacts.email': 'Correo',
      'addresses.label': 'Nombre del lugar',
      'addresses.address': 'Dirección',
      'addresses.reference': 'Referencia',
      'addresses.ubigeo': 'Distrito',
      'addresses.point': { none: 'set on the map of the client' },
      'addresses.hours': 'Agregar horario',
      terms: 'Condiciones',
      double: { none: 'asked after the service has refused a double' },
    } satisfies Record<ClientPath, Control>,
  },
  person: {
    element: (
      <PersonEditor
        officeId="LIMA"
        person={null}
        profiles={[]}
        byUsername
        otherOffices={[]}
        onDone={ignore}
        onCreated={ignore}
      />
    ),
    controls: {
      name: 'Nombre y apellidos',
      username: 'Usuario',
      charge: 'Cargo',
      modules: 'Módulos',
    } satisfies Record<PathOf<NewPerson>, Control>,
  },
  signInRules: {
    element: <SignInRulesForm officeId="LIMA" offices={[]} timeZone="America/Lima" onClose={ignore} />,
    controls: {
      required: 'Toda la empresa',
      graceDays: 'Días de plazo',
      byUsername: 'También se puede ingresar con contraseña',
      longer: { none: 'not shown with a provider, where it has no effect' },
    } satisfies Record<keyof SignInRulesEdit['changes'], Control>,
  },
  office: {
    element: <OfficeWindow own="LIMA" office={null} onClose={ignore} onCreated={ignore} />,
    controls: {
      id: 'Código',
      name: 'Nombre',
      timeZone: 'Zona horaria',
      province: 'Provincia',
    } satisfies Record<PathOf<OfficeInput>, Control>,
  },
  settings: {
    element: (
      <>
        <SettingsForm officeId="LIMA" settings={SETTINGS} mayEdit onDone={ignore} />
        <AttentionSettings officeId="LIMA" />
        <RouteSettings officeId="LIMA" name="Lima" mayEdit />
      </>
    ),
    controls: {
      delivered: 'Firma: Entregada',
      failed: 'Fachada: No entregada',
      phone: 'Teléfono de la oficina',
      message: 'Mensaje de WhatsApp a quien recibe',
      cashLimit: 'Tope de efectivo por repartidor, en soles',
      expenseLimit: 'Tope de gastos por repartidor y día, en soles',
      surplusLimit: 'Tope de sobrante, en soles',
      silence: 'Sin señal en el mapa, en minutos',
      arrivalRadius: 'Distancia de llegada, en metros',
      startingPoint: 'Punto de partida: dirección',
      objective: 'Qué se busca al ordenar',
      doorMinutes: 'En cada puerta, en minutos',
      routeEnd: 'Dónde termina la ruta',
      attention: 'Ajustes de «Por atender»',
      far: 'Fotos y cierres lejos de la dirección',
    } satisfies Record<keyof SettingsEdit['changes'], Control>,
  },
  zone: {
    element: (
      <ZoneForm
        officeId="LIMA"
        draft={draftOf(ZONE)}
        onChange={ignore}
        onDone={ignore}
        onLeave={ignore}
        onConflict={ignore}
      />
    ),
    controls: {
      name: 'Nombre',
      color: 'Color',
      corners: { none: 'drawn on the map; the panel places one corner at a time' },
    } satisfies Record<keyof ZoneInput, Control>,
  },
};

beforeEach(() => {
  const gateway = fakeGateway();
  gateway.on(orderOperations['orders.clients'], () => []);
  gateway.on(districtOperations['districts.list'], () => ({ version: '0123456789ab', near: '1501', provinces: null }));
  gateway.on(zoneOperations['zones.list'], () => [ZONE]);
  gateway.on(zoneOperations['zones.history'], () => []);
  gateway.on(settingsOperations['settings.read'], () => SETTINGS);
  gateway.on(courierOperations['couriers.list'], () => []);
  gateway.on(peopleOperations['people.profiles'], () => []);
  gateway.on(signInRulesOperations['signInRules.read'], () => ({
    version: 1,
    required: { company: true, chargeS: false, offices: [] },
    graceDays: 14,
    byUsername: true,
    longer: false,
    available: true,
    provider: 'Cuenta de Acme',
    people: { required: 1, missing: 0 },
    changed: null,
  }));
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
  markIn(aView({ charge: 'S' }));
});

/** Whether a control or a group of them has this name. */
const isShown = (name: string): boolean =>
  screen.queryAllByLabelText(name).length > 0 ||
  ['group', 'button', 'form'].some((role) => screen.queryAllByRole(role, { name }).length > 0);

it.each(Object.entries(FORMS))(
  'has a control for every field of the form: %s',
  async (_name, { element, controls }) => {
    renderInApp(element);
    const named = Object.values(controls).filter((control) => typeof control === 'string');
    await expect.poll(() => named.filter((name) => !isShown(name))).toEqual([]);
  },
);
