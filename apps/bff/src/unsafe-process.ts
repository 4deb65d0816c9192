import { isIPv4 } from 'node:net';

type Source = Readonly<Record<string, string | undefined>>;

interface NodeOption {
  name: string;
  /** The text after `=`, otherwise the next word unless it is an option. */
  value: string | undefined;
}

/** Node accepts `_` for `-` in names, and removes the quotation marks of NODE_OPTIONS. */
function optionsIn(words: readonly string[]): NodeOption[] {
  return words.map((word, index) => {
    const [name = ''] = word.split('=', 1);
    const next = words[index + 1];
    const value = word.includes('=') ? word.slice(name.length + 1) : next?.startsWith('-') ? undefined : next;
    return { name: name.replaceAll('_', '-'), value };
  });
}

/** @param address host, port or both, as the debugger accepts them. Only `localhost` is a safe name. */
function isLoopback(address: string): boolean {
  if (/^\d+$/.test(address)) return true;
  const host = address.replace(/:\d+$/, '');
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** `--debug-port` is another name of `--inspect-port`, which sets where the others listen. */
const DEBUGGER = /^--(inspect(-brk|-brk-node|-wait|-port)?|debug-port)$/;

/** Node options that disable a defence of the whole process, and what each does. */
const UNSAFE_OPTIONS: readonly { option: string; is: (option: NodeOption) => boolean; why: string }[] = [
  {
    option: '--insecure-http-parser',
    is: ({ name }) => name === '--insecure-http-parser',
    why: 'accepts requests that two programs read differently',
  },
  {
    option: '--tls-min-v1.0 or --tls-min-v1.1',
    is: ({ name }) => name === '--tls-min-v1.0' || name === '--tls-min-v1.1',
    why: 'allows TLS below 1.2',
  },
  {
    option: '--inspect with an address beyond loopback',
    is: ({ name, value }) => DEBUGGER.test(name) && value !== undefined && !isLoopback(value),
    why: 'opens a debugger to the network',
  },
];

const faultsIn = (where: string, words: readonly string[]): string[] =>
  UNSAFE_OPTIONS.filter(({ is }) => optionsIn(words).some(is)).map(
    ({ option, why }) => `${where} must not hold ${option}: it ${why}.`,
  );

/**
 * @param source the environment.
 * @param argv options of the command line that started Node (`process.execArgv`).
 * @returns those that disable defences of Node itself, as sentences.
 */
export function unsafeProcessFaults(source: Source, argv: readonly string[] = []): string[] {
  const options = (source['NODE_OPTIONS'] ?? '').replace(/["\\]/g, '');
  return [
    ...(source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? ['NODE_TLS_REJECT_UNAUTHORIZED must not be 0: give the CA of an upstream with NODE_EXTRA_CA_CERTS instead.']
      : []),
    ...faultsIn('NODE_OPTIONS', options.split(/\s+/).filter(Boolean)),
    ...faultsIn('The command line', argv),
  ];
}
