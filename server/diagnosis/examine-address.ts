import { once } from 'node:events';
import { connect } from 'node:tls';
import { DAY_MS } from '#common/durations.ts';
import { env } from '../env.ts';
import { examineSockets } from './examine-sockets.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const TIMEOUT_MS = 4_000;
const RENEWED_BY_DAYS = 14;

/**
 * Checks that the site answers at `PUBLIC_URL`, with a trusted certificate that is valid for weeks, and that
 * it accepts sockets.
 */
export async function* examineAddress(): AsyncGenerator<Finding> {
  const { protocol, hostname, port } = new URL(env.PUBLIC_URL);
  if (protocol === 'https:') yield await certificateFinding(hostname, Number(port || 443));
  const reply = await fetch(env.PUBLIC_URL, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  yield reply.ok
    ? well(`${env.PUBLIC_URL} answers.`)
    : fault(
        `${env.PUBLIC_URL} answers with status ${reply.status}.`,
        'Look at /readyz of each server: its body says what is away.',
      );
  yield await examineSockets(env.PUBLIC_URL);
}

async function certificateFinding(host: string, port: number): Promise<Finding> {
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS });
  try {
    socket.once('timeout', () => socket.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    await once(socket, 'secureConnect');
    if (!socket.authorized) {
      return fault(
        `Browsers do not trust its certificate: ${socket.authorizationError}.`,
        'Put the certificate with its whole chain and its key into the file of TLS_CERTIFICATE.',
      );
    }
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    const text = `Its certificate is valid for ${days} more days.`;
    return days >= RENEWED_BY_DAYS
      ? well(text)
      : warning(text, 'Renew it: what renews it by itself has not.');
  } finally {
    socket.destroy();
  }
}
