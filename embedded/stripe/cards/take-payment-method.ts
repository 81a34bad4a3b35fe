import type Stripe from 'stripe';
import { ApiError, ParameterError } from '../http/api-error.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Call } from '../http/operation.ts';
import { createFromToken, createPaymentMethod } from './create-payment-method.ts';
import type { PaymentMethodParams } from './payment-method-params.ts';

/** The two ways of naming what to pay with. */
export interface PaymentMethodChoice {
  /** An id, or a test token such as `pm_card_visa`. */
  payment_method?: string;
  /** A typed card; only from a browser. */
  payment_method_data?: PaymentMethodParams;
}

/**
 * The payment method a request names, made from its card or token when it is new; undefined when it names none.
 * @throws ApiError 404 for an unknown id, 402 for a card that cannot be right, or for raw numbers sent by a server
 */
export function takePaymentMethod(call: Call, choice: PaymentMethodChoice): Stripe.PaymentMethod | undefined {
  const { payment_method: name, payment_method_data: data } = choice;
  if (name && data) {
    throw new ParameterError(
      'You may only specify one of these parameters: payment_method, payment_method_data.',
    );
  }
  if (data && call.caller === 'secret') {
    throw new ApiError(402, {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. Use the payment form, or a test token such as pm_card_visa.',
    });
  }
  if (data) return createPaymentMethod(call.books, data);
  if (name) return createFromToken(call.books, name) ?? findOrFail(call.books, 'payment_methods', name);
  return undefined;
}
