import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { env } from '../env.ts';
import { type Finding, fault, well } from './finding.ts';

const TIMEOUT_MS = 4_000;

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
};

/**
 * Checks that a socket opens at the URL that pages use. API servers answer every other path, so only this
 * check covers the sockets.
 */
export async function examineSockets(siteUrl: string): Promise<Finding> {
  const { origin, protocol } = new URL(siteUrl);
  const [transport = 'websocket'] = env.SOCKET_TRANSPORTS;
  const url = `${origin}${SOCKET_PATH}/?EIO=4&transport=${transport}`;
  const status = await statusOf(protocol === 'https:' ? https.request : http.request, url, {
    Origin: origin,
    ...(transport === 'websocket' && { ...UPGRADE, 'Sec-WebSocket-Key': randomBytes(16).toString('base64') }),
  });
  return status === 101 || status === 200
    ? well('Sockets open: pages are live.')
    : fault(
        `${origin}${SOCKET_PATH} answers with status ${status}: no page is live.`,
        'Let the balancer send /socket.io to servers with ROLE=sockets or all, and look at /readyz/sockets of each.',
      );
}

async function statusOf(
  request: typeof http.request,
  url: string,
  headers: http.OutgoingHttpHeaders,
): Promise<number | undefined> {
  const req = request(url, { headers, agent: false, timeout: TIMEOUT_MS });
  req.once('timeout', () => req.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
  const upgraded = once(req, 'upgrade');
  const answered = once(req, 'response');
  req.end();
  const [reply] = await Promise.race([upgraded, answered]);
  // After an upgrade, destroying the request no longer destroys its socket.
  reply.socket.destroy();
  return reply.statusCode;
}
