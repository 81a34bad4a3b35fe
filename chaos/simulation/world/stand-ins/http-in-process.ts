import { IncomingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import type { HttpReply, HttpRequest } from '../the-world.ts';

class NoSocket extends Duplex {
  override _read(): void {}
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

/** Passes a request to an Express app without a network. */
export function dispatchToApp(
  app: unknown,
  { method, path, headers, body }: HttpRequest,
): Promise<HttpReply> {
  const handle = app as unknown as (req: IncomingMessage, res: ServerResponse) => ReturnType<RequestHandler>;
  return new Promise((resolve) => {
    const socket = new NoSocket();
    const req = new IncomingMessage(socket as unknown as ConstructorParameters<typeof IncomingMessage>[0]);
    const bytes = Buffer.from(body);
    Object.assign(req, { method, url: path });
    req.headers = { ...headers, host: 'simulated', 'content-length': `${bytes.length}` };
    const res = new ServerResponse(req);
    res.end = ((chunk?: string | Buffer) => {
      const sent = Object.entries(res.getHeaders()).map(([name, value]) => [name, `${value}`]);
      resolve({ status: res.statusCode, headers: Object.fromEntries(sent), body: chunk?.toString() ?? '' });
      res.emit('finish');
      res.emit('close');
      return res;
    }) as typeof res.end;
    if (bytes.length > 0) req.push(bytes);
    req.push(null);
    handle(req, res);
  });
}
