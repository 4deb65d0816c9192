import { COLUMNS } from '../../../apps/bff/src/manifest/columns.ts';
import { type Manifest } from '../../../apps/bff/src/manifest/manifest.ts';

const HEAD = `# What the gateway serves

Every operation, made by \`npm run docs\` from the route table and the contracts; a test compares. Anything else is answered
404 or 405. The same with schemas stands in [manifest.json](manifest.json), and a running gateway tells its own on the admin port
(\`/operations\`, \`/operations.json\`). What was ever opened, and why: [manifest-changes.md](manifest-changes.md).`;

/** @returns the expected text of docs/security/gateway-operations.md. */
export function operationsList(manifest: Manifest): string {
  const names = Object.keys(COLUMNS);
  const rows = Object.entries(manifest).map(([id, operation]) => {
    const cells = Object.entries(COLUMNS).map(([name, cell]) => {
      const text = cell(operation, id);
      return name === 'operation' || name === 'id' ? `\`${text}\`` : text;
    });
    return `| ${cells.join(' | ')} |`;
  });
  return [HEAD, '', `| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`, ...rows].join('\n');
}
