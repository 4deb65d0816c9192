import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseImport } from '#work/imports/parse-import.ts';
import { excelCsv, excelXlsx, flatOpenDocument, ORDERS, sheetsCsv } from './five-files.ts';

/** @returns the orders of a file, which must be readable without errors, and the number of its first line. */
function ordersOf(bytes: Uint8Array) {
  const parsed = parseImport({
    bytes,
    today: '2026-11-20',
    timeZone: 'America/Lima',
    province: '1501',
    clients: [],
    couriers: [],
  });
  if (parsed.kind !== 'lines') throw new Error(JSON.stringify(parsed));
  const orders = parsed.lines.map((line) => (line.ok ? line.input : line.errors));
  return { orders, first: parsed.lines[0]?.line, ignored: parsed.ignored };
}

const EXPECTED = ordersOf(excelCsv()).orders;

/** LibreOffice on this machine, if it is installed (on Debian: `libreoffice-calc-nogui`). */
function installed(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the same orders in the files of five programs', () => {
  it('are read from a CSV of Excel in Spanish', () => {
    expect(EXPECTED).toHaveLength(ORDERS.length);
    expect(EXPECTED).toMatchObject([
      {
        client: { name: 'Botica Ñandú' },
        clientReference: '0001',
        recipient: { name: 'José Peña Núñez', phone: '987654321' },
        place: { address: 'Av. Larco 345, dpto. 201; torre "B"', reference: 'Frente al óvalo', ubigeo: '150122' },
        date: '2026-11-24',
        window: { from: '09:00', to: '13:30' },
        packages: 2,
        weightGrams: 2500,
        collectDue: 4590,
        note: 'Frágil',
      },
      {
        recipient: { name: 'María Üñez', phone: '987654321' },
        place: { ubigeo: '150132' },
        date: '2026-12-01',
        note: 'Línea uno Línea dos · Otro teléfono: 912345678',
      },
      {
        recipient: { name: "O'Higgins & Cía. <Lima>", phone: '14445566' },
        date: '2027-01-05',
        weightGrams: 250,
        collectDue: 125_000,
        note: 'Dar vuelto de 20 €',
      },
    ]);
  });

  it.each([
    ['a workbook of Excel', excelXlsx()],
    ['a CSV of Google Sheets', sheetsCsv()],
    ['a workbook of LibreOffice', readFile(new URL('files/libreoffice.xlsx', import.meta.url))],
    ['a CSV of LibreOffice', readFile(new URL('files/libreoffice.csv', import.meta.url))],
  ])('are the same in %s', async (_name, bytes) => {
    expect(ordersOf(await bytes)).toEqual({ orders: EXPECTED, first: 2, ignored: [] });
  });

  it('are the same below titles in merged cells', async () => {
    const bytes = await excelXlsx(['REPARTO DE LA SEMANA 48', 'Cliente: Botica Ñandú, RUC 20123456789']);
    expect(ordersOf(bytes)).toEqual({ orders: EXPECTED, first: 4, ignored: [] });
  });

  it('are the same in files that LibreOffice saves on this machine', async ({ skip }) => {
    skip(!installed(), 'LibreOffice is not installed here; the files it saved elsewhere are tested above');
    const folder = await mkdtemp(path.join(tmpdir(), 'despacho-office-'));
    try {
      await writeFile(path.join(folder, 'pedidos.fods'), flatOpenDocument());
      // A separate profile: an open LibreOffice would take over the request.
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const formats = { xlsx: 'xlsx', csv: 'csv:Text - txt - csv (StarCalc):44,34,76' };
      for (const [ending, format] of Object.entries(formats)) {
        await promisify(execFile)('soffice', [profile, '--headless', '--convert-to', format, 'pedidos.fods'], {
          cwd: folder,
        });
        const saved = await readFile(path.join(folder, `pedidos.${ending}`));
        expect(ordersOf(saved), ending).toEqual({ orders: EXPECTED, first: 2, ignored: [] });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
