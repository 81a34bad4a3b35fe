import { createApi, type Params, type PublicIntent, type StripeJsError } from './api.ts';
import { showChallenge } from './challenge-dialog.ts';
import { createElements, type Elements, type ElementsOptions, internalsOf } from './elements.ts';

/** A handle for the form's values. The page passes it on without access to the values. */
interface ConfirmationToken {
  id: string;
  object: 'confirmation_token';
}

type PaymentResult =
  | { paymentIntent: PublicIntent; error?: undefined }
  | { paymentIntent?: undefined; error: StripeJsError };

interface ConfirmPaymentOptions {
  elements?: object;
  clientSecret?: string;
  confirmParams?: { return_url?: string; confirmation_token?: string };
  redirect?: 'always' | 'if_required';
}

const CHALLENGE_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/**
 * Creates the object that `Stripe(publishableKey)` returns, for the simulator at `origin`.
 * @throws Error for anything but a publishable test key
 */
export function createStripe(origin: string, publishableKey: string) {
  if (!publishableKey?.startsWith('pk_test_')) {
    throw new Error('The simulator takes publishable test keys only (pk_test_…).');
  }
  const api = createApi(origin, publishableKey);
  let latest: Elements | undefined;

  const retrieve = (clientSecret: string) =>
    api.get<PublicIntent>(intentPath(clientSecret), { client_secret: clientSecret });

  /** Returns why the intent of this client secret cannot be paid; null if it can. */
  const load = async (clientSecret: string | undefined): Promise<StripeJsError | null> => {
    if (clientSecret === undefined) return null;
    const { value: intent, error } = await retrieve(clientSecret);
    if (error) return error;
    if (intent.status !== 'succeeded' && intent.status !== 'canceled') return null;
    return {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent is in a terminal state (${intent.status}) and cannot be used to initialize Elements.`,
      payment_intent: intent,
    };
  };

  /** Shows the 3-D Secure challenge if one is required, and returns the intent after it. */
  const authenticate = async (intent: PublicIntent): Promise<PaymentResult> => {
    if (intent.status !== 'requires_action') return { paymentIntent: intent };
    const { value: after, error } = await api.post<PublicIntent>(`/sim/3ds/${intent.id}`, {
      client_secret: intent.client_secret,
      outcome: await showChallenge(intent, latest && internalsOf(latest).appearance()),
    });
    if (error) return { error };
    const lastError = after.last_payment_error;
    if (!lastError) return { paymentIntent: after };
    const hasFailedChallenge = lastError.code === 'payment_intent_authentication_failure';
    const message = hasFailedChallenge ? CHALLENGE_FAILED : lastError.message;
    return { error: { ...lastError, message, payment_intent: after } };
  };

  const confirm = async (clientSecret: string, card: Params, returnUrl: string | undefined) => {
    const { value: intent, error } = await api.post<PublicIntent>(`${intentPath(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      return_url: returnUrl,
      ...card,
    });
    return error ? { error } : authenticate(intent);
  };

  const confirmWithForm = async (options: ConfirmPaymentOptions): Promise<PaymentResult> => {
    const { confirmation_token, return_url } = options.confirmParams ?? {};
    const group = options.elements && internalsOf(options.elements);
    const clientSecret = options.clientSecret ?? group?.clientSecret;
    if (!clientSecret) throw new Error('confirmPayment needs a client secret.');
    if (confirmation_token) return confirm(clientSecret, { confirmation_token }, return_url);
    if (!group) throw new Error('confirmPayment needs the elements that hold the card.');
    const form = group.form();
    const validationError = form.check();
    if (validationError) return { error: validationError };

    form.setDisabled(true);
    const result = await confirm(clientSecret, { payment_method_data: form.read() }, return_url);
    form.setDisabled(false);
    if (result.error) form.markDeclined(result.error.param);
    return result;
  };

  return {
    elements(options: ElementsOptions = {}): Elements {
      latest = createElements(options, load);
      return latest;
    },

    async retrievePaymentIntent(clientSecret: string): Promise<PaymentResult> {
      const { value, error } = await retrieve(clientSecret);
      return error ? { error } : { paymentIntent: value };
    },

    /**
     * Resolves with an error if the card is declined. With `redirect: 'always'`, the default, a success
     * navigates away from the page.
     */
    async confirmPayment(options: ConfirmPaymentOptions): Promise<PaymentResult> {
      const returnUrl = options.confirmParams?.return_url;
      const mustRedirect = (options.redirect ?? 'always') === 'always';
      if (mustRedirect && !returnUrl) throw new Error('confirmPayment needs confirmParams.return_url.');
      const result = await confirmWithForm(options);
      if (!mustRedirect || !returnUrl || result.error) return result;
      const target = new URL(returnUrl, location.href);
      target.searchParams.set('payment_intent', result.paymentIntent.id);
      target.searchParams.set('payment_intent_client_secret', result.paymentIntent.client_secret);
      target.searchParams.set('redirect_status', 'succeeded');
      location.assign(target);
      return new Promise(() => {});
    },

    /**
     * Creates a token from the form's values without a charge. Resolves with an error for an invalid card.
     */
    async createConfirmationToken({
      elements,
    }: {
      elements: object;
    }): Promise<{ confirmationToken?: ConfirmationToken; error?: StripeJsError }> {
      const form = internalsOf(elements).form();
      const validationError = form.check();
      if (validationError) return { error: validationError };
      const { value, error } = await api.post<ConfirmationToken>('/v1/confirmation_tokens', {
        payment_method_data: form.read(),
      });
      if (!error) return { confirmationToken: value };
      form.markDeclined(error.param);
      return { error };
    },

    async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<PaymentResult> {
      const { value, error } = await retrieve(clientSecret);
      return error ? { error } : authenticate(value);
    },

    // React's wrapper identifies a Stripe object by these methods.
    createToken: notSimulated('createToken'),
    createPaymentMethod: notSimulated('createPaymentMethod'),
    confirmCardPayment: notSimulated('confirmCardPayment'),
  };
}

function intentPath(clientSecret: string): string {
  return `/v1/payment_intents/${encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')}`;
}

function notSimulated(name: string) {
  return () => Promise.reject(new Error(`stripe.${name} is not simulated.`));
}
