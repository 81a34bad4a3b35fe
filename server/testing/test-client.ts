import { randomInt } from 'node:crypto';
import { checkReply } from './check-reply.ts';

/** A reply, with its JSON read; null when it has no body. */
export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

type SendHeaders = Record<string, string>;

const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

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
   * Sends a request; `body` as JSON unless it is text, `headers` in place of the usual ones. The reply is
   * held to the description of its call.
   */
  async send(method: string, path: string, body?: unknown, headers: SendHeaders = {}): Promise<Reply> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#url,
        cookie: this.cookie,
        'x-forwarded-for': this.address,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    this.#keepCookies(response);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const reply = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text || null,
    };
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
