import { randomInt } from 'node:crypto';
import type { ErrorBody } from '#common/errors.ts';
import { checkReply } from './check-reply.ts';

/** A reply with parsed JSON or text, the bytes of a file, or null without a body. */
export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The status of a reply and its error code, undefined if it is no error. */
export const codeIn = ({ status, body }: Reply) => [status, (body as ErrorBody).code];

/** What a refused request has to change, by field. */
export const issuesOf = ({ body }: Pick<Reply, 'body'>) => (body as ErrorBody).issues;

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

/** Imitates a browser: keeps cookies, sends its Origin and has its own network address. */
export class TestClient {
  readonly #cookies = new Map<string, string>();
  readonly #url: string;
  readonly address = newAddress();

  constructor(url: string) {
    this.#url = url;
  }

  /** The Cookie header that it sends. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get = (path: string, headers?: SendHeaders) => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: SendHeaders) => this.send('POST', path, body, headers);
  patch = (path: string, body?: unknown, headers?: SendHeaders) => this.send('PATCH', path, body, headers);
  delete = (path: string, headers?: SendHeaders) => this.send('DELETE', path, undefined, headers);

  /**
   * Sends a request. `body` is sent as JSON unless it is text, bytes or a stream; `headers` override the
   * default ones. The reply is checked against the definition of its call.
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
