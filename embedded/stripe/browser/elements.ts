import type { Appearance } from '@stripe/stripe-js';
import type { StripeJsError } from './api.ts';
import { createStyles } from './appearance.ts';
import { type CardForm, createCardForm } from './card-form.ts';
import { element } from './dom.ts';

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

type Listener = (event: object) => void;

/** A payment element, with the methods that pages and React's wrapper call on it. */
export interface PaymentElement {
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

/** The element, and what the group it belongs to does with it. */
export interface PaymentElementParts {
  publicElement: PaymentElement;
  form: CardForm;
  restyle(appearance: Appearance | undefined): void;
}

/**
 * Makes a payment element that asks for a card. `load` finds out whether there is something to pay: the element tells
 * `ready`, or `loaderror` with what `load` found wrong, after mounting and never during it.
 */
export function createPaymentElement(
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
  const restyle = (wanted: Appearance | undefined) => {
    shadow.adoptedStyleSheets = [createStyles(wanted)];
  };
  restyle(appearance);

  form.node.addEventListener('focusin', () => emit('focus'));
  form.node.addEventListener('focusout', () => emit('blur'));
  form.node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') emit('escape');
    // A form does not see the fields inside a shadow tree, so Enter would do nothing.
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
