import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * HAProxy in front of the servers of one machine. It ends with this process.
 *
 * `--host 127.0.0.1 --port N --config FILE --config FILE`; the files see them as HTTP_HOST and HTTP_PORT. Prints `ready
 * http://localhost:N`.
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

const balancer = spawn('haproxy', ['-db', ...(values.config ?? []).flatMap((file) => ['-f', file])], {
  env: { ...process.env, HTTP_HOST: values.host, HTTP_PORT: port },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
});
balancer.on('error', (error) => {
  console.error(`haproxy could not be started: ${error.message}`);
  process.exit(1);
});
balancer.on('exit', (code) => process.exit(code ?? 1));

/** HAProxy does not say when it listens: connects until that works. */
function probe(): void {
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.destroy();
    console.log(`ready http://localhost:${port}`);
  });
  socket.once('error', () => setTimeout(probe, RETRY_MS));
}
probe();

const stop = () => balancer.kill('SIGTERM');
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
