import { readFileSync } from 'node:fs';
import { createManifest } from '../../../apps/bff/src/manifest/manifest.ts';
import { SECURITY_EVENTS } from '../../../apps/bff/src/security-events/event-table.ts';
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
  const rows = Object.entries(SECURITY_EVENTS).map(([name, { level, fields, meaning }]) => [
    `\`${name}\``,
    level,
    fields.join(', '),
    meaning,
  ]);
  return markdownTable(['event', 'level', 'fields', 'when'], rows);
}

/** The generated pages, and functions that fill the generated parts of the others; before formatting. */
const PAGES: Readonly<Record<string, (current: string) => string>> = {
  'docs/operations.md': (current) =>
    SERVICES.reduce((page, service) => fillIn(page, `variables:${service.key}`, variablesTable(service)), current),
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
