/** Options of Node that take a defence out of the whole process, and what each does. */
const UNSAFE_OPTIONS: readonly { option: string; form: RegExp; why: string }[] = [
  {
    option: '--insecure-http-parser',
    form: /--insecure-http-parser\b/,
    why: 'accepts requests that two programs read differently',
  },
  { option: '--tls-min-v1.0 or --tls-min-v1.1', form: /--tls-min-v1\.[01]\b/, why: 'allows TLS below 1.2' },
  {
    option: '--inspect with an address beyond loopback',
    form: /--inspect(-\w+)?[= ](?!localhost\b|127\.|\[::1\]|\d+(\s|$))[^\s-]/,
    why: 'opens a debugger to the network',
  },
];

type Source = Readonly<Record<string, string | undefined>>;

/** @returns what of a process's environment takes defences out of Node itself, as sentences. */
export function unsafeProcessFaults(source: Source): string[] {
  const options = source['NODE_OPTIONS'] ?? '';
  return [
    ...(source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? ['NODE_TLS_REJECT_UNAUTHORIZED must not be 0: give the CA of an upstream with NODE_EXTRA_CA_CERTS instead.']
      : []),
    ...UNSAFE_OPTIONS.filter(({ form }) => form.test(options)).map(
      ({ option, why }) => `NODE_OPTIONS must not hold ${option}: it ${why}.`,
    ),
  ];
}
