import { VARIABLES as BACKEND } from '../../../apps/backend/tools/settings.ts';
import { VARIABLES as GATEWAY } from '../../../apps/bff/tools/settings.ts';
import { markdownTable } from './markdown.ts';

type Variable = (typeof GATEWAY)[number];

/** A service and its environment variables. */
interface Service {
  key: 'gateway' | 'backend';
  title: string;
  variables: readonly Variable[];
}

export const SERVICES: readonly Service[] = [
  { key: 'gateway', title: 'Gateway: node apps/bff/dist/main.js', variables: GATEWAY },
  { key: 'backend', title: 'Dispatch service: node apps/backend/dist/main.js', variables: BACKEND },
];

const HEAD = `# Every variable of the two services, with its default. Variables that are commented out are optional.
# A name marked «secret» can also be given as NAME_FILE: the path of a file that holds the value.
# Written by \`npm run docs\` from the services' own lists; a test compares them.
# The services do not read this file: pass it to the program that starts them (docker/compose.yaml, a systemd unit, a shell).`;

const wanted = ({ description }: Variable): boolean => /\brequired\b/i.test(description);

function exampleLine(variable: Variable): string {
  const { name, secret, description } = variable;
  const line = `${name}=${variable.default ?? ''}`;
  return `# ${description}${secret ? ' (secret)' : ''}\n${wanted(variable) ? line : `#${line}`}`;
}

/** @returns the text of .env.example. */
export function envExample(): string {
  const parts = SERVICES.map(({ title, variables }) => `# ── ${title}\n\n${variables.map(exampleLine).join('\n\n')}`);
  return `${[HEAD, ...parts].join('\n\n')}\n`;
}

/** @returns a service's variables as a table for docs/operations.md. */
export function variablesTable({ variables }: Service): string {
  const rows = variables.map(({ name, secret, default: fallback, description }) => {
    const shown = fallback === null || fallback === '' ? '–' : `\`${fallback}\``;
    return [`\`${name}\`${secret ? ' 🔑' : ''}`, shown, description.replaceAll('|', '\\|')];
  });
  return markdownTable(['variable', 'default', 'what it does'], rows);
}
