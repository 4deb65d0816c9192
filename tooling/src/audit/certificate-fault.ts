import { connect, type ConnectionOptions } from 'node:tls';

/** As long as a request may take. */
const TIMEOUT_MS = 15_000;

/**
 * Looks at a certificate as a browser would, and sends nothing over the connection.
 * @param to host, port, and the certificates to believe besides the usual ones.
 * @returns why the certificate is not to be believed, in OpenSSL's or Node's word for it; undefined where it is.
 * @throws Error when there is no TLS there.
 */
export function certificateFault(to: Pick<ConnectionOptions, 'host' | 'port' | 'servername' | 'ca'>) {
  return new Promise<string | undefined>((resolve, reject) => {
    const socket = connect({ ...to, rejectUnauthorized: false, timeout: TIMEOUT_MS }, () => {
      // Declared as an Error; what is there is the code of one.
      resolve(socket.authorized ? undefined : String(socket.authorizationError));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no TLS handshake within ${TIMEOUT_MS} ms`)));
    socket.once('error', reject);
  });
}
