import { createApi, type PublicIntent, type StripeJsError } from './api.ts';
import { createStripe } from './create-stripe.ts';
import { internalsOf } from './elements.ts';

const KEY = 'pk_test_checkout';

/** Runs the form of the hosted checkout page: mounts a payment element and pays the session on submit. */
export function startHostedCheckout(form: HTMLFormElement, origin: string): void {
  const session = form.dataset.simulatedCheckout ?? '';
  const email = find(form, '#email', HTMLInputElement);
  const emailError = find(form, '#email-error', HTMLElement);
  const alert = find(form, '.alert', HTMLElement);
  const button = find(form, 'button', HTMLButtonElement);
  const label = button.textContent ?? '';

  const api = createApi(origin, KEY);
  const stripe = createStripe(origin, KEY);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const appearance = () => ({ variables: scheme.matches ? DARK : LIGHT });
  const elements = stripe.elements({ appearance: appearance() });
  scheme.addEventListener('change', () => elements.update({ appearance: appearance() }));
  elements.create('payment').mount(find(form, '.card', HTMLElement));
  button.disabled = false;

  const checkEmail = () => {
    const isValid = email.validity.valid;
    email.setAttribute('aria-invalid', String(!isValid));
    emailError.hidden = isValid;
    if (!isValid) email.focus();
    return isValid;
  };

  /** Pays the session and navigates to its success page, or returns the error. */
  const pay = async (): Promise<StripeJsError | null> => {
    const card = internalsOf(elements).form();
    const { value, error } = await api.post<{ intent: PublicIntent; success_url: string }>(
      `/sim/checkout/${session}/pay`,
      { payment_method_data: card.read({ email: email.value }) },
    );
    if (error) {
      card.markDeclined(error.param);
      return error;
    }
    const authenticated = await stripe.handleNextAction({ clientSecret: value.intent.client_secret });
    if (authenticated.error) return authenticated.error;
    location.assign(value.success_url);
    return null;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    alert.hidden = true;
    const { error: validationError } = await elements.submit();
    if (!checkEmail() || validationError) return;
    button.disabled = true;
    button.textContent = 'Processing…';
    internalsOf(elements).form().setDisabled(true);
    const error = await pay();
    if (!error) return;
    alert.textContent = error.message;
    alert.hidden = false;
    button.disabled = false;
    button.textContent = label;
    internalsOf(elements).form().setDisabled(false);
  });
}

function find<T extends Element>(form: Element, selector: string, type: new () => T): T {
  const found = form.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page lacks ${selector}.`);
  return found;
}

const SHAPE = { borderRadius: '10px', fontFamily: 'system-ui, sans-serif' };

const LIGHT = {
  ...SHAPE,
  colorPrimary: '#B08A3C',
  colorBackground: '#FFFFFF',
  colorText: '#15130F',
  colorTextSecondary: '#5C564B',
  colorDanger: '#B3261E',
};

const DARK = {
  ...SHAPE,
  colorPrimary: '#D4AF61',
  colorBackground: '#1D1A16',
  colorText: '#F5F0E6',
  colorTextSecondary: '#B5AC9B',
  colorDanger: '#F2867E',
};
