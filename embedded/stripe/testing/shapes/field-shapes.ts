import * as z from 'zod/mini';

/** Any text. */
export const text = z.string();

/** A whole number: cents, or seconds since 1970. */
export const int = z.int();

/** Text, or nothing. */
export const nullableText = z.nullable(text);

/** A whole number, or nothing. */
export const nullableInt = z.nullable(int);

/** An id with the prefix of its kind: `pi_…`. */
export const id = (prefix: string) => text.check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9]+$`)));

/** What the caller attached. */
export const metadata = z.record(text, text);

/** A field that the simulator always leaves empty. */
export const none = z.null();

/** A postal address. */
export const address = z.strictObject({
  city: nullableText,
  country: nullableText,
  line1: nullableText,
  line2: nullableText,
  postal_code: nullableText,
  state: nullableText,
});

/** Whom a card belongs to. */
export const billingDetails = z.strictObject({
  address,
  email: nullableText,
  name: nullableText,
  phone: nullableText,
  tax_id: none,
});

/** What a card's bank said of the details. */
export const checks = z.strictObject({
  address_line1_check: nullableText,
  address_postal_code_check: nullableText,
  cvc_check: nullableText,
});

/** The end of a card number. */
export const last4 = text.check(z.regex(/^\d{4}$/));
