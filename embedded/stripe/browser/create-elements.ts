import type { Appearance } from '@stripe/stripe-js';
import type { StripeJsError } from './api.ts';
import type { CardForm } from './card-form.ts';
import { createPaymentElement, type PaymentElement, type PaymentElementParts } from './payment-element.ts';

/** The options of `stripe.elements()` that matter here. */
export interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

/** A group of elements, as `stripe.elements()` returns it. */
export interface Elements {
  create(type: string, options?: object): PaymentElement;
  getElement(type: unknown): PaymentElement | null;
  update(options: ElementsOptions): void;
  submit(): Promise<{ error?: StripeJsError; selectedPaymentMethod?: 'card' }>;
  fetchUpdates(): Promise<{ error?: StripeJsError }>;
}

/** What `stripe.confirmPayment` needs of a group and a page must not see. */
export interface ElementsInside {
  clientSecret: string | undefined;
  form(): CardForm;
  appearance(): Appearance | undefined;
}

const inside = new WeakMap<object, ElementsInside>();

/**
 * The inner side of a group made here.
 * @throws Error for anything else
 */
export function insideOf(elements: object): ElementsInside {
  const found = inside.get(elements);
  if (!found) throw new Error('The elements given were not made by this Stripe object.');
  return found;
}

/** Makes a group; `load` tells whether the intent of a client secret can be paid. */
export function createElements(
  options: ElementsOptions,
  load: (clientSecret: string | undefined) => Promise<StripeJsError | null>,
): Elements {
  let appearance = options.appearance;
  let live: PaymentElementParts | null = null;

  const form = () => {
    if (!live) throw new Error('elements should have a mounted Payment Element.');
    return live.form;
  };
  const elements: Elements = {
    create(type) {
      if (type !== 'payment') throw new Error(`The simulator has no Element of type ${type}.`);
      if (live) throw new Error('Can only create one Element of type payment.');
      live = createPaymentElement(
        appearance,
        () => load(options.clientSecret),
        () => {
          live = null;
        },
      );
      return live.publicElement;
    },
    getElement(type) {
      // React's wrapper asks with its component, which carries the type's name.
      const isComponent = typeof type === 'function' || (typeof type === 'object' && type !== null);
      const name = isComponent ? Reflect.get(type, '__elementType') : type;
      return name === 'payment' ? (live?.publicElement ?? null) : null;
    },
    update(changed) {
      if (!changed.appearance) return;
      appearance = changed.appearance;
      live?.restyle(appearance);
    },
    async submit() {
      const error = form().check();
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    async fetchUpdates() {
      const error = await load(options.clientSecret);
      return error ? { error } : {};
    },
  };
  inside.set(elements, { clientSecret: options.clientSecret, form, appearance: () => appearance });
  return elements;
}
