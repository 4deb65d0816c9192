import { connect, type ConnectionOptions } from 'node:tls';

/** Same as the time limit of a request. */
const TIMEOUT_MS = 15_000;

/**
 * Validates a certificate as a browser would, and sends nothing over the connection.
 * @param to host, port, and additional certificates to trust.
 * @returns the error code of OpenSSL or Node; undefined for a valid certificate.
 * @throws Error if the port does not speak TLS.
 */
export function certificateFault(to: Pick<ConnectionOptions, 'host' | 'port' | 'servername' | 'ca'>) {
  return new Promise<string | undefined>((resolve, reject) => {
    const socket = connect({ ...to, rejectUnauthorized: false, timeout: TIMEOUT_MS }, () => {
      // Typed as an Error; the value is an error code.
      resolve(socket.authorized ? undefined : String(socket.authorizationError));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no TLS handshake within ${TIMEOUT_MS} ms`)));
    socket.once('error', reject);
  });
}
