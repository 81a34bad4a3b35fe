// The real package: `build-world.ts` redirects every import of it except this one to this file.
import Stripe from 'stripe';
import { type HttpReply, world } from '../the-world.ts';

class Response extends Stripe.HttpClientResponse {
  readonly #reply: HttpReply;

  constructor(reply: HttpReply) {
    super(reply.status, reply.headers);
    this.#reply = reply;
  }

  override getRawResponse = (): HttpReply => this.#reply;
  override toStream = (): never => {
    throw new Error('nobody streams');
  };
  override toJSON = (): Promise<unknown> => Promise.resolve().then(() => JSON.parse(this.#reply.body));
}

/** Passes requests to the simulator in this process instead of sending them. */
class InProcessClient extends Stripe.HttpClient {
  override getClientName = (): string => 'in-process';
  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    body: string | null,
  ): Promise<Response> {
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]),
    );
    return new Response(await world().onStripeRequest({ method, path, headers: sent, body: body ?? '' }));
  }
}

/** Stripe's own client, connected to the simulator in this process. */
// biome-ignore lint/style/noDefaultExport: it stands in for a package that has one
export default class SimulatedStripe extends Stripe {
  constructor(key: string, options: Stripe.StripeConfig = {}) {
    super(key, { ...options, httpClient: new InProcessClient() });
  }
}
