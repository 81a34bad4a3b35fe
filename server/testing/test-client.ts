import { randomInt } from 'node:crypto';
import { checkReply } from './check-reply.ts';

/** A reply, with its JSON or text read; of a file its bytes; null when it has no body. */
export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

type SendHeaders = Record<string, string>;

const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const isRaw = (body: unknown): body is Uint8Array<ArrayBuffer> | ReadableStream =>
  body instanceof Uint8Array || body instanceof ReadableStream;

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/^(application\/pdf|image\/)/.test(type)) return Buffer.from(await response.arrayBuffer());
  const text = await response.text();
  return type.includes('json') ? JSON.parse(text) : text || null;
}

/** A browser as far as the server can tell: keeps cookies, sends its Origin, has an address of its own. */
export class TestClient {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  readonly address = newAddress();

  constructor(url: string) {
    this.#url = url;
  }

  /** What it sends in the Cookie header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get = (path: string, headers?: SendHeaders) => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: SendHeaders) => this.send('POST', path, body, headers);
  patch = (path: string, body?: unknown, headers?: SendHeaders) => this.send('PATCH', path, body, headers);
  delete = (path: string, headers?: SendHeaders) => this.send('DELETE', path, undefined, headers);

  /**
   * Sends a request; `body` as JSON unless it is text, bytes or a stream of them, `headers` in place of the usual ones.
   * The reply is held to the description of its call.
   */
  async send(method: string, path: string, body?: unknown, headers: SendHeaders = {}): Promise<Reply> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#url,
        cookie: this.cookie,
        'x-forwarded-for': this.address,
        ...(body !== undefined && {
          'content-type': isRaw(body) ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || isRaw(body) ? body : JSON.stringify(body),
        duplex: 'half',
      }),
    });
    this.#keepCookies(response);
    const reply = { status: response.status, headers: response.headers, body: await readBody(response) };
    checkReply(method, path, reply);
    return reply;
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
