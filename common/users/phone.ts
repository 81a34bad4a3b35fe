const MARKS = /^[0-9+().\-\u0020\u00a0]*$/;
const MIN_DIGITS = 7;

/** The longest phone number, in characters, including separators. */
export const MAX_PHONE = 30;

/** Whether a text is a phone number: seven digits or more, with common separators. */
export const isPhone = (text: string): boolean =>
  text.length <= MAX_PHONE && MARKS.test(text) && text.replace(/\D/g, '').length >= MIN_DIGITS;

/**
 * Returns the last ten digits of a phone number, for comparing regardless of country code +1 and separators.
 */
export const lastDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-10);
