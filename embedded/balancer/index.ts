import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { wrapProgram } from '../wrap-program.ts';

/**
 * Runs HAProxy in front of the servers of one machine. It ends with this process.
 *
 * `--host 127.0.0.1 --port N --config FILE --config FILE`. The config files get host and port as HTTP_HOST
 * and HTTP_PORT. Prints `ready http://localhost:N`.
 */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string' },
    config: { type: 'string', multiple: true },
  },
});
const port = values.port ?? '3000';

const RETRY_MS = 50;

const configs = (values.config ?? []).flatMap((file) => ['-f', file]);
wrapProgram('haproxy', ['-db', ...configs], { env: { HTTP_HOST: values.host, HTTP_PORT: port } });

/** HAProxy does not report when it listens, so this retries until a connection succeeds. */
function probe(): void {
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.destroy();
    console.log(`ready http://localhost:${port}`);
  });
  socket.once('error', () => setTimeout(probe, RETRY_MS));
}
probe();
