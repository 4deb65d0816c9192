import { readFileSync } from 'node:fs';
import { STORED_VALUES } from '../../../apps/web/tools/storage.ts';
import { createManifest } from '../../../apps/bff/tools/manifest.ts';
import { levelOf, SECURITY_EVENTS, type SecurityEventName } from '../../../apps/bff/tools/settings.ts';
import { WEAKENED } from '../../test/audit/defences.ts';
import { asvsPage, readAssessments } from '../asvs/asvs-page.ts';
import { auditPage } from '../audit/audit-page.ts';
import { CHECKS, TRACKER_CHECKS, UNCHECKED_ROWS } from '../audit/audit.ts';
import { controlsPage } from '../controls/controls-page.ts';
import { operationsList } from '../manifest/operations-list.ts';
import { ROOT } from '../root.ts';
import { findNamingTests, readControls } from '../rows/rows.ts';
import { fillIn, formatted, markdownTable } from './markdown.ts';
import { envExample, SERVICES, variablesTable } from './variables.ts';

function eventsTable(): string {
  const rows = Object.entries(SECURITY_EVENTS).map(([name, { fields, meaning }]) => [
    `\`${name}\``,
    levelOf(name as SecurityEventName),
    fields.join(', '),
    meaning,
  ]);
  return markdownTable(['event', 'level', 'fields', 'when'], rows);
}

/** What pages store under each name. */
const STORED = {
  'despacho.theme': 'light, dark or the theme of the system',
  'despacho.sucursal': 'the sucursal of the last sign-in',
  'despacho.reauthenticate': 'whether the next sign-in with the company’s account must ask who it is',
  'despacho.sidebar': 'whether the menu is minimised',
  'despacho.districts': 'the public list of districts',
  'despacho.assignment.side': 'what is shown beside the orders of «Asignar»',
  'despacho.assignment.receipt': 'whether receipts are folded',
  'despacho.map.side': 'whether the list beside the map is open, and its width',
  'despacho.map.zones': 'whether the map shows zones',
  'despacho.orders.columns.': 'the columns a person chose; the name ends with the id of the person',
  'despacho.officeId': 'the open office, for charge S',
  'despacho.first-day.': 'whether the first day of an office is over, and its omitted steps; by office',
  'despacho.provider':
    'purpose of this tab’s pending authorization at the company’s provider, and the page to return to',
  'despacho.receipts': 'receipts of recent actions, with ids of orders',
  'despacho.closings': 'unsaved entries of «Cerrar ruta»',
  'despacho.notices': 'end of the session whose sign-in notices were closed',
  'despacho.scroll': 'scroll positions; addresses with their filters',
  'despacho.reparto.aviso': 'phone of a courier: whether the notice was accepted',
  'despacho.reparto.pantalla': 'phone of a courier: whether the screen stays on',
  'despacho.reparto.silencio': 'phone of a courier: whether alerts are silent',
  'despacho.reparto.carga':
    'phone of a courier: the ticks of «Carga», by number of order, and short labels of other parcels',
  'despacho.reparto.camino': 'phone of a courier: the navigation app chosen last',
  'despacho.reparto.mapa': "phone of a courier: kind and credit of the map's tiles",
} satisfies Record<keyof typeof STORED_VALUES, string>;

function storedTable(): string {
  const rows = Object.entries(STORED_VALUES).map(([name, { in: place, until }]) => [
    `\`${name}\``,
    place === 'local' ? 'local storage' : 'session storage of the tab',
    until === 'kept' ? 'no' : 'yes',
    STORED[name as keyof typeof STORED],
  ]);
  return markdownTable(['name', 'where', 'removed at sign-out', 'what'], rows);
}

/** The generated pages, and functions that fill the generated parts of the others; before formatting. */
const PAGES: Readonly<Record<string, (current: string) => string>> = {
  'docs/operations.md': (current) =>
    SERVICES.reduce((page, service) => fillIn(page, `variables:${service.key}`, variablesTable(service)), current),
  'docs/security/README.md': (current) => fillIn(current, 'stored', storedTable()),
  'docs/security/controls.md': () => controlsPage(readControls(), findNamingTests()),
  'docs/security/asvs.md': () => asvsPage(readAssessments()),
  'docs/security/events.md': (current) => fillIn(current, 'events', eventsTable()),
  'docs/security/gateway-operations.md': () => operationsList(createManifest()),
  'docs/security/audit.md': () => auditPage(CHECKS, TRACKER_CHECKS, UNCHECKED_ROWS, WEAKENED),
};

/** @returns the expected text of all generated (or partly generated) pages, by path. */
export async function madePages(): Promise<Map<string, string>> {
  const made = new Map([['.env.example', envExample()]]);
  for (const [path, pageFrom] of Object.entries(PAGES))
    made.set(path, await formatted(path, pageFrom(readFileSync(`${ROOT}${path}`, 'utf8'))));
  return made;
}
