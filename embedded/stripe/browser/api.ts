/** An error of the API or a validation error of the form, as Stripe.js reports it. */
export interface StripeJsError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: PublicIntent;
}

/** The fields of a payment intent that a browser uses. `amount` is in cents. */
export interface PublicIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  client_secret: string;
  currency: string;
  last_payment_error: StripeJsError | null;
  status: string;
}

/** Parameters of a call, possibly nested. Undefined values are omitted. */
export interface Params {
  [name: string]: string | Params | undefined;
}

/** The result of a call: a value or an error. */
type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeJsError };

/**
 * Calls the API with a publishable key. Never rejects: a failed connection becomes an `api_connection_error`.
 */
interface Api {
  get<T>(path: string, params: Params): Promise<ApiResult<T>>;
  post<T>(path: string, params: Params): Promise<ApiResult<T>>;
}

/** Creates a client for the simulator at `origin`. */
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
