import { isEmail } from '../users/email.ts';

/** Amounts offered, in whole dollars, and the bounds of a custom one (specification section 9). */
export const PRESET_AMOUNTS = [50, 100, 250, 500, 1000] as const;
export const MIN_AMOUNT = 25;
export const MAX_AMOUNT = 5000;
export const MAX_MESSAGE = 200;

/** Longest name of a recipient, in characters. */
export const MAX_NAME = 100;

/** A rule that was not kept, as its toast says it, and the field that breaks it. */
export interface BrokenPurchaseRule {
  field: keyof PurchaseDraft;
  title: string;
  message: string;
}

/** What is said to a purchase of nothing. */
export const NO_AMOUNT = 'Please select or enter a gift card amount';

const NUMBER = /^[+-]?\d+(\.\d+)?$/;

const badAmount = (title: string, message: string): BrokenPurchaseRule => ({
  field: 'amount',
  title,
  message,
});

/**
 * The first rule a typed custom amount breaks, in the specification's order; null for whole dollars within
 * the bounds.
 */
export function brokenAmountRule(typed: string): BrokenPurchaseRule | null {
  const text = typed.trim();
  if (!NUMBER.test(text)) return badAmount('Invalid Amount', 'Please enter a valid number');
  const amount = Number(text);
  if (amount < MIN_AMOUNT) return badAmount('Amount Too Low', `Minimum gift card amount is $${MIN_AMOUNT}`);
  if (amount > MAX_AMOUNT) return badAmount('Amount Too High', `Maximum gift card amount is $${MAX_AMOUNT}`);
  if (!Number.isInteger(amount)) return badAmount('Invalid Amount', 'Please enter whole dollars');
  return null;
}

/** What the purchase dialog holds. */
export interface PurchaseDraft {
  amount: number | null;
  recipientEmail: string;
  recipientName: string;
  personalMessage: string;
}

/** The first rule a purchase breaks, in the specification's order; null when it may be sent. */
export function brokenPurchaseRule(draft: PurchaseDraft): BrokenPurchaseRule | null {
  if (!draft.amount) {
    return badAmount('No Amount Selected', NO_AMOUNT);
  }
  if (draft.recipientEmail.trim() === '') {
    return {
      field: 'recipientEmail',
      title: 'Missing Information',
      message: 'Recipient email is required',
    };
  }
  if (!isEmail(draft.recipientEmail.trim())) {
    return {
      field: 'recipientEmail',
      title: 'Invalid Email',
      message: 'Please enter a valid email address',
    };
  }
  if (draft.personalMessage.length > MAX_MESSAGE) {
    return {
      field: 'personalMessage',
      title: 'Message Too Long',
      message: `Personal message must be ${MAX_MESSAGE} characters or less`,
    };
  }
  return null;
}
