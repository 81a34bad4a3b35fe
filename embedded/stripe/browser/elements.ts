import type { Appearance } from '@stripe/stripe-js';
import type { StripeJsError } from './api.ts';
import { createStyles } from './appearance.ts';
import { type CardForm, createCardForm } from './card-form.ts';
import { element } from './dom.ts';

/** The supported options of `stripe.elements()`. */
export interface ElementsOptions {
  /** If absent, `mode`, `amount` and `currency` describe the payment; `confirmPayment` gets the secret. */
  clientSecret?: string;
  appearance?: Appearance;
}

/** A group of elements, returned by `stripe.elements()`. */
export interface Elements {
  create(type: string, options?: object): PaymentElement;
  getElement(type: unknown): PaymentElement | null;
  update(options: ElementsOptions): void;
  submit(): Promise<{ error?: StripeJsError; selectedPaymentMethod?: 'card' }>;
  fetchUpdates(): Promise<{ error?: StripeJsError }>;
}

/** The internals of a group that `stripe.confirmPayment` needs. Not accessible to the page. */
interface ElementsInternals {
  clientSecret: string | undefined;
  form(): CardForm;
  appearance(): Appearance | undefined;
}

const internals = new WeakMap<object, ElementsInternals>();

/**
 * Returns the internals of a group created by `createElements`.
 * @throws Error for any other object
 */
export function internalsOf(elements: object): ElementsInternals {
  const found = internals.get(elements);
  if (!found) throw new Error('The elements given were not made by this Stripe object.');
  return found;
}

/** Creates a group. `load` resolves to an error if the intent of the client secret cannot be paid. */
export function createElements(
  options: ElementsOptions,
  load: (clientSecret: string | undefined) => Promise<StripeJsError | null>,
): Elements {
  let appearance = options.appearance;
  let current: PaymentElementParts | null = null;

  const form = () => {
    if (!current) throw new Error('elements should have a mounted Payment Element.');
    return current.form;
  };
  const elements: Elements = {
    create(type) {
      if (type !== 'payment') throw new Error(`The simulator has no Element of type ${type}.`);
      if (current) throw new Error('Can only create one Element of type payment.');
      current = createPaymentElement(
        appearance,
        () => load(options.clientSecret),
        () => {
          current = null;
        },
      );
      return current.publicElement;
    },
    getElement(type) {
      // React's wrapper passes its component, whose property contains the type.
      const isComponent = typeof type === 'function' || (typeof type === 'object' && type !== null);
      const name = isComponent ? Reflect.get(type, '__elementType') : type;
      return name === 'payment' ? (current?.publicElement ?? null) : null;
    },
    update(changed) {
      if (!changed.appearance) return;
      appearance = changed.appearance;
      current?.restyle(appearance);
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
  internals.set(elements, { clientSecret: options.clientSecret, form, appearance: () => appearance });
  return elements;
}

type Listener = (event: object) => void;

/** A payment element, with the methods that pages and React's wrapper call. */
interface PaymentElement {
  mount(target: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: object): void;
  on(event: string, listener: Listener): PaymentElement;
  once(event: string, listener: Listener): PaymentElement;
  off(event: string, listener?: Listener): PaymentElement;
  focus(): void;
  blur(): void;
  clear(): void;
  collapse(): void;
}

/** A payment element, with the parts that its group uses. */
interface PaymentElementParts {
  publicElement: PaymentElement;
  form: CardForm;
  restyle(appearance: Appearance | undefined): void;
}

/**
 * Creates a payment element with a card form. After mounting (never synchronously) it emits `ready`, or
 * `loaderror` if `load` resolves to an error.
 */
function createPaymentElement(
  appearance: Appearance | undefined,
  load: () => Promise<StripeJsError | null>,
  onDestroy: () => void,
): PaymentElementParts {
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, detail: object = {}) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener({ elementType: 'payment', ...detail });
  };
  const form = createCardForm(() =>
    emit('change', {
      empty: form.isEmpty(),
      complete: form.isComplete(),
      collapsed: false,
      value: { type: 'card' },
    }),
  );
  const host = element('div', { class: '__PrivateStripeElement' });
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.append(element('div', { class: 'Frame' }, form.node));
  const restyle = (changed: Appearance | undefined) => {
    shadow.adoptedStyleSheets = [createStyles(changed)];
  };
  restyle(appearance);

  form.node.addEventListener('focusin', () => emit('focus'));
  form.node.addEventListener('focusout', () => emit('blur'));
  form.node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') emit('escape');
    // Pressing Enter in a shadow tree does not submit the surrounding form.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      host.closest('form')?.requestSubmit();
    }
  });

  const publicElement: PaymentElement = {
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
      place.replaceChildren(host);
      load().then((error) => {
        if (!host.isConnected) return;
        if (error) emit('loaderror', { error });
        else emit('ready');
      });
    },
    unmount: () => host.remove(),
    destroy() {
      host.remove();
      onDestroy();
    },
    update() {},
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return publicElement;
    },
    once(event, listener) {
      const first: Listener = (detail) => {
        publicElement.off(event, first);
        listener(detail);
      };
      return publicElement.on(event, first);
    },
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener);
      else listeners.delete(event);
      return publicElement;
    },
    focus: () => form.focus(),
    blur: () => (shadow.activeElement instanceof HTMLElement ? shadow.activeElement.blur() : undefined),
    clear: () => form.clear(),
    collapse() {},
  };
  return { publicElement, form, restyle };
}
