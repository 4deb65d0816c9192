import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { createManifest } from '../../../apps/bff/src/manifest/manifest.ts';
import { SECURITY_EVENTS } from '../../../apps/bff/src/security-events/event-table.ts';
import { WEAKENED } from '../../test/audit/defences.ts';
import { readAssessments } from '../asvs/asvs.ts';
import { asvsPage } from '../asvs/asvs-page.ts';
import { auditPage } from '../audit/audit-page.ts';
import { CHECKS, TRACKER_CHECKS, UNCHECKED_ROWS } from '../audit/audit.ts';
import { controlsPage } from '../controls/controls-page.ts';
import { operationsList } from '../manifest/operations-list.ts';
import { ROOT } from '../root.ts';
import { findNamingTests, readControls } from '../rows/rows.ts';
import { envExample, fillIn, SERVICES, variablesTable } from './variables.ts';

const OPERATIONS = 'docs/operations.md';
const CONTROLS = 'docs/security/controls.md';
const AUDIT = 'docs/security/audit.md';
const ASVS = 'docs/security/asvs.md';
const EVENTS = 'docs/security/events.md';
const GATEWAY = 'docs/security/gateway-operations.md';

async function operationsPage(): Promise<string> {
  const path = `${ROOT}${OPERATIONS}`;
  let page = await readFile(path, 'utf8');
  for (const service of SERVICES) page = fillIn(page, `variables:${service.key}`, variablesTable(service));
  return format(page, { ...(await resolveConfig(path)), parser: 'markdown' });
}

async function controls(): Promise<string> {
  const page = controlsPage(readControls(), findNamingTests());
  return format(page, { ...(await resolveConfig(`${ROOT}${CONTROLS}`)), parser: 'markdown' });
}

async function asvs(): Promise<string> {
  return format(asvsPage(readAssessments()), { ...(await resolveConfig(`${ROOT}${ASVS}`)), parser: 'markdown' });
}

async function operationsOfGateway(): Promise<string> {
  const page = operationsList(createManifest());
  return format(page, { ...(await resolveConfig(`${ROOT}${GATEWAY}`)), parser: 'markdown' });
}

async function auditOfGateway(): Promise<string> {
  const page = auditPage(CHECKS, TRACKER_CHECKS, UNCHECKED_ROWS, WEAKENED);
  return format(page, { ...(await resolveConfig(`${ROOT}${AUDIT}`)), parser: 'markdown' });
}

async function events(): Promise<string> {
  const path = `${ROOT}${EVENTS}`;
  const rows = Object.entries(SECURITY_EVENTS).map(
    ([name, { level, fields, meaning }]) => `| \`${name}\` | ${level} | ${fields.join(', ')} | ${meaning} |`,
  );
  const table = ['| event | level | fields | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return format(fillIn(await readFile(path, 'utf8'), 'events', table), {
    ...(await resolveConfig(path)),
    parser: 'markdown',
  });
}

/** @returns the expected text of all generated (or partly generated) pages, by path. */
export async function madePages(): Promise<Map<string, string>> {
  return new Map([
    ['.env.example', envExample()],
    [OPERATIONS, await operationsPage()],
    [CONTROLS, await controls()],
    [ASVS, await asvs()],
    [EVENTS, await events()],
    [GATEWAY, await operationsOfGateway()],
    [AUDIT, await auditOfGateway()],
  ]);
}
