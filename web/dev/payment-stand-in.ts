import { INPUT_CLASS } from '#web/components/ui/text-input.tsx';

/** The behaviour of the card fields, selected by the client secret. */
export type CardFields = 'shown' | 'slow' | 'unavailable';

type Listener = (event: object) => void;

const FIELDS = ['Card number', 'Expiration date', 'Security code'];

/** Creates a stand-in for Stripe.js, with fields that accept no card and send nothing. */
export const paymentStandIn = () => ({
  elements: ({ clientSecret }: { clientSecret: CardFields }) => {
    const create = (_type: string, { readOnly = false }) => createElement(clientSecret, readOnly);
    return { create, getElement: () => null, update() {}, submit: async () => ({}) };
  },
  createToken() {},
  createPaymentMethod() {},
  confirmCardPayment() {},
  confirmPayment: () => new Promise<never>(() => {}),
});

function createElement(fields: CardFields, isLocked: boolean) {
  const listeners = new Map<string, Listener>();
  const emit = (event: string) => queueMicrotask(() => listeners.get(event)?.({ elementType: 'payment' }));
  let place: HTMLElement | null = null;

  return {
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
    update() {},
    mount(node: HTMLElement) {
      place = node;
      if (fields !== 'unavailable')
        node.replaceChildren(...FIELDS.map((name) => createField(name, isLocked)));
      if (fields === 'shown') emit('ready');
      if (fields === 'unavailable') emit('loaderror');
    },
    destroy: () => place?.replaceChildren(),
  };
}

function createField(name: string, isLocked: boolean): HTMLElement {
  const label = document.createElement('label');
  label.className = 'block pb-4 text-14 font-medium';
  const input = document.createElement('input');
  input.className = `${INPUT_CLASS} mt-1.5 h-12 font-normal`;
  input.disabled = isLocked;
  label.append(name, input);
  return label;
}
