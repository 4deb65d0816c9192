import { COLUMNS } from './columns.ts';
import { type Manifest } from './manifest.ts';

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

const row = (cells: string[], tag: 'td' | 'th'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;

/** @returns a page about every operation, for operators. Without scripts and styles, so that it works anywhere. */
export function manifestPage(manifest: Manifest): string {
  const rows = Object.entries(manifest).map(([id, operation]) =>
    row(
      Object.values(COLUMNS).map((cell) => cell(operation, id)),
      'td',
    ),
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Despacho: operations</title></head><body>',
    '<h1>What this gateway serves</h1><p>Anything else is 404 or 405. Schemas: <a href="operations.json">JSON</a>.</p>',
    `<table border="1" cellpadding="4">${row(Object.keys(COLUMNS), 'th')}${rows.join('')}</table></body></html>\n`,
  ].join('\n');
}
