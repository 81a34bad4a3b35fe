/** What Stripe.js says of a refusal or of a mistake in the form. */
export interface StripeJsError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: PublicIntent;
}

/** What a browser is told of a payment intent. `amount` is in minor units. */
export interface PublicIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  client_secret: string;
  currency: string;
  last_payment_error: StripeJsError | null;
  status: string;
}

/** Parameters of a call; groups may nest, undefined is left out. */
export interface Params {
  [name: string]: string | Params | undefined;
}

/** The result of a call as Stripe.js gives it: one of the two. */
export type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeJsError };

/** Calls the simulator as a browser may: with the publishable key, form-encoded. It never rejects. */
export interface Api {
  get<T>(path: string, params: Params): Promise<ApiResult<T>>;
  post<T>(path: string, params: Params): Promise<ApiResult<T>>;
}

/** An API client for the simulator at `origin`. */
export function createApi(origin: string, publishableKey: string): Api {
  const call = async <T>(url: string, body?: URLSearchParams): Promise<ApiResult<T>> => {
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${publishableKey}` },
        body,
      });
      const json = await response.json();
      return response.ok ? { value: json } : { error: json.error };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We could not reach the payment provider. Please check your internet connection and try again.',
        },
      };
    }
  };
  return {
    get: (path, params) => call(`${origin}${path}?${encode(params)}`),
    post: (path, params) => call(`${origin}${path}`, encode(params)),
  };
}

function encode(params: Params): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: string | Params | undefined) => {
    if (typeof value === 'string') form.append(name, value);
    else if (value) for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}
