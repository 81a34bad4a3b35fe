import { connect, type Socket } from 'node:net';

interface Request {
  path: string;
  cookie: string;
  origin: string;
  body: unknown;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Serializes a PATCH request with a JSON body. */
export const patchRequest = ({ cookie, ...request }: Request): Buffer =>
  withBody('PATCH', request, `Cookie: ${cookie}`);

/** Serializes a PUT request with a JSON body. */
export const putRequest = ({ cookie, ...request }: Request): Buffer =>
  withBody('PUT', request, `Cookie: ${cookie}`);

/** Serializes a POST request with a JSON body, with the client's address as a proxy forwards it. */
export const postRequest = ({ address, ...request }: Omit<Request, 'cookie'> & { address: string }): Buffer =>
  withBody('POST', request, `X-Forwarded-For: ${address}`);

function withBody(method: string, { path, origin, body }: Omit<Request, 'cookie'>, header: string): Buffer {
  const json = JSON.stringify(body);
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: ${origin}\r\n${header}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}

/** Serializes a GET request. */
export const getRequest = ({ path, cookie }: { path: string; cookie: string }): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);

const closed = () => new Error('the connection is closed');

/** A keep-alive connection that carries one request at a time. */
export class HttpConnection {
  readonly #socket: Socket;
  #reply: Buffer = Buffer.alloc(0);
  #pending: {
    resolve: (reply: { head: string; body: Buffer }) => void;
    reject: (error: Error) => void;
  } | null = null;
  #isClosed = false;
  /** Resolves once the connection is open or has failed to open. */
  readonly opened: Promise<void>;

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.opened = new Promise((resolve) =>
      this.#socket.once('connect', resolve).once('close', () => resolve()),
    );
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#pending?.reject(error));
    this.#socket.once('close', () => {
      this.#isClosed = true;
      this.#pending?.reject(closed());
    });
  }

  /** Sends a request and returns the body of its reply. @throws when the status is not 200 */
  async request(bytes: Buffer): Promise<Buffer> {
    const { head, body } = await this.exchange(bytes);
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${head}\n${body}`);
    return body;
  }

  /** Whether the connection is closed or was refused. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Sends a request and returns its reply, whatever the status.
   *
   * @throws when the connection is closed or closes before the reply
   */
  exchange(bytes: Buffer): Promise<{ head: string; body: Buffer }> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(closed());
        return;
      }
      this.#pending = { resolve, reject };
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#reply = this.#reply.length > 0 ? Buffer.concat([this.#reply, chunk]) : chunk;
    const headEnd = this.#reply.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#reply.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const bodyStart = headEnd + HEAD_END.length;
    if (this.#reply.length < bodyStart + length) return;

    const body = this.#reply.subarray(bodyStart);
    this.#reply = Buffer.alloc(0);
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve({ head, body });
  }
}
