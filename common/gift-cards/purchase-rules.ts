import { isEmail } from '../users/email.ts';

/** Preset amounts, in whole dollars, and the limits of a custom amount (specification section 9). */
export const PRESET_AMOUNTS = [50, 100, 250, 500, 1000] as const;
export const MIN_AMOUNT = 25;
export const MAX_AMOUNT = 5000;
export const MAX_MESSAGE = 200;

/** The longest name of a recipient, in characters. */
export const MAX_NAME = 100;

/** A broken rule: the field, and the title and text of the toast. */
interface BrokenPurchaseRule {
  field: keyof PurchaseDraft;
  title: string;
  message: string;
}

/** Messages of the rules, in the form and in the API's errors. */
export const PURCHASE_MESSAGES = {
  noAmount: 'Please select or enter a gift card amount',
  notNumber: 'Please enter a valid number',
  amountTooLow: `Minimum gift card amount is $${MIN_AMOUNT}`,
  amountTooHigh: `Maximum gift card amount is $${MAX_AMOUNT}`,
  noEmail: 'Recipient email is required',
  email: 'Please enter a valid email address',
  longMessage: `Personal message must be ${MAX_MESSAGE} characters or less`,
} as const;

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

const badAmount = (title: string, message: string): BrokenPurchaseRule => ({
  field: 'amount',
  title,
  message,
});

/**
 * Returns the first rule that a typed custom amount breaks, in the specification's order. Null for whole
 * dollars within the limits.
 */
export function brokenAmountRule(typed: string): BrokenPurchaseRule | null {
  const text = typed.trim();
  if (!NUMBER.test(text)) return badAmount('Invalid Amount', PURCHASE_MESSAGES.notNumber);
  const amount = Number(text);
  if (amount < MIN_AMOUNT) return badAmount('Amount Too Low', PURCHASE_MESSAGES.amountTooLow);
  if (amount > MAX_AMOUNT) return badAmount('Amount Too High', PURCHASE_MESSAGES.amountTooHigh);
  if (!Number.isInteger(amount)) return badAmount('Invalid Amount', 'Please enter whole dollars');
  return null;
}

/** Values of the purchase dialog. */
export interface PurchaseDraft {
  amount: number | null;
  recipientEmail: string;
  recipientName: string;
  personalMessage: string;
}

/** Returns the first rule that a purchase breaks, in the specification's order; null if it may be sent. */
export function purchaseProblem(draft: PurchaseDraft): BrokenPurchaseRule | null {
  if (!draft.amount) {
    return badAmount('No Amount Selected', PURCHASE_MESSAGES.noAmount);
  }
  if (draft.recipientEmail.trim() === '') {
    return {
      field: 'recipientEmail',
      title: 'Missing Information',
      message: PURCHASE_MESSAGES.noEmail,
    };
  }
  if (!isEmail(draft.recipientEmail.trim())) {
    return {
      field: 'recipientEmail',
      title: 'Invalid Email',
      message: PURCHASE_MESSAGES.email,
    };
  }
  if (draft.personalMessage.length > MAX_MESSAGE) {
    return {
      field: 'personalMessage',
      title: 'Message Too Long',
      message: PURCHASE_MESSAGES.longMessage,
    };
  }
  return null;
}
