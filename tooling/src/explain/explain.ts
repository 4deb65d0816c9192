import { existsSync } from 'node:fs';
import { createManifest } from '../../../apps/bff/tools/manifest.ts';
import { matchRoute, oddityOf } from '../../../apps/bff/tools/gateway.ts';
import { ROOT } from '../root.ts';
import { type Chain, type StepName, stepsOfChain } from './chain.ts';
import { STEPS } from './steps.ts';
import { headersSeen, droppedHeaders } from './upstream.ts';

const FOLDERS = ['http', 'policy', 'session'];

/** @returns the file of a step, or its package. */
function place(name: string): string {
  const files = FOLDERS.map((folder) => `apps/bff/src/${folder}/${name}.ts`);
  return files.find((file) => existsSync(`${ROOT}${file}`)) ?? `npm: ${name}`;
}

/** @returns the line for a row's handler, whose file has its name. */
function handlerLines(handler: string | null): string[] {
  const file = `apps/bff/src/policy/handlers/${(handler ?? '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  return existsSync(`${ROOT}${file}`) ? [`       ${file}`] : [];
}

function stepLines(names: readonly StepName[], describe: (name: StepName) => string): string[] {
  return names.map((name, index) => `${String(index + 1).padStart(3)}. ${describe(name)}\n       ${place(name)}`);
}

function headerLines(seen: Readonly<Record<string, string>> | undefined, answers: boolean): string[] {
  if (!seen) return [answers ? '\nNo upstream is asked.' : ''];
  const lines = Object.entries(seen).map(([name, value]) => `     ${name}: ${value}`);
  return ['\nThe upstream sees, and Host besides:', ...lines, `   What stays here: ${droppedHeaders(seen).join(', ')}`];
}

const manifest = createManifest();
let chain: Promise<Chain<StepName>> | undefined;

/**
 * Lists the gateway's steps for a request, in order, and the request to an upstream.
 * @param path with or without a query.
 * @returns lines for a terminal.
 */
export async function explain(method: string, path: string): Promise<string[]> {
  chain ??= stepsOfChain();
  const { outer, api } = await chain;
  const [bare = ''] = path.split('?', 1);
  const oddity = oddityOf(path);
  if (oddity)
    return [`${method} ${path} is refused (${oddity}) by ${place('refuse-odd-targets')}, whatever it would lead to.`];
  if (!/^\/(api|tiles)(\/|$)/.test(bare))
    return [`${path} is not an operation: a page or a file (apps/bff/src/http/pages.ts), only for GET and HEAD.`];
  const match = matchRoute(method, bare);
  const upToLookup = api.slice(0, api.indexOf('lookup') + 1);
  if ('allow' in match) {
    const [status, why] =
      match.allow.length > 0
        ? [405, `this path has rows only for ${match.allow.join(', ')} (Allow)`]
        : [404, 'no row of apps/bff/src/policy/table.ts has this path'];
    const passed = stepLines([...outer, ...upToLookup], (name) => (name === 'lookup' ? `lookup: ${status}` : name));
    return [`${method} ${bare} is answered ${status}: ${why}. It passes`, ...passed];
  }
  const { id, params } = match.route;
  const operation = manifest[id];
  if (!operation) throw new Error(`The manifest lacks ${id}`);
  const named = Object.entries(params).map(([name, value]) => `${name} = ${value}`);
  return [
    `${method} ${bare} is ${id} (${operation.summary})${named.length > 0 ? `, with ${named.join(', ')}` : ''}. It passes`,
    ...stepLines([...outer, ...api], (name) => `${name}: ${STEPS[name](operation)}`),
    ...handlerLines(operation.to.handler),
    ...headerLines(headersSeen(operation), operation.to.upstream === 'gateway'),
  ];
}
