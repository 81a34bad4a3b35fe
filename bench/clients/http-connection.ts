import { connect, type Socket } from 'node:net';

interface Request {
  path: string;
  cookie: string;
  origin: string;
  body: unknown;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** A PATCH with a JSON body, as bytes. */
export function patchRequest({ path, cookie, origin, body }: Request): Buffer {
  const json = JSON.stringify(body);
  return Buffer.from(
    `PATCH ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}

/** A GET, as bytes. */
export const getRequest = ({ path, cookie }: { path: string; cookie: string }): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);

/** A connection kept alive that asks one thing at a time, and reads of an answer only that it is 200 and where it ends. */
export class HttpConnection {
  readonly #socket: Socket;
  #answer: Buffer = Buffer.alloc(0);
  #asked: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#asked?.reject(error));
    this.#socket.once('close', () => this.#asked?.reject(new Error('the server closed the connection')));
  }

  /** Sends a request, and gives the body of the answer. */
  ask(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#answer = this.#answer.length > 0 ? Buffer.concat([this.#answer, chunk]) : chunk;
    const headEnd = this.#answer.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#answer.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const bodyStart = headEnd + HEAD_END.length;
    if (this.#answer.length < bodyStart + length) return;

    const body = this.#answer.subarray(bodyStart);
    this.#answer = Buffer.alloc(0);
    const asked = this.#asked;
    this.#asked = null;
    if (head.startsWith('HTTP/1.1 200')) asked?.resolve(body);
    else asked?.reject(new Error(`${head}\n${body}`));
  }
}
