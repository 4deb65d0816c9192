/** Options of Node that take a defence out of the whole process, and what each does. */
const UNSAFE_OPTIONS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/--insecure-http-parser\b/, 'would accept requests that two programs read differently'],
  [/--tls-min-v1\.[01]\b/, 'would allow TLS below 1.2'],
  [/--inspect/, 'would open a debugger'],
];

type Source = Readonly<Record<string, string | undefined>>;

/** @returns what of a process's environment takes defences out of Node itself, as sentences. */
export function unsafeProcessFaults(source: Source): string[] {
  const options = source['NODE_OPTIONS'] ?? '';
  return [
    ...(source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? ['NODE_TLS_REJECT_UNAUTHORIZED must not be 0: give the CA of an upstream with NODE_EXTRA_CA_CERTS instead.']
      : []),
    ...UNSAFE_OPTIONS.filter(([pattern]) => pattern.test(options)).map(
      ([pattern, why]) => `NODE_OPTIONS must not hold ${pattern.source.replace(/\\b|\\/g, '')}: it ${why}.`,
    ),
  ];
}
