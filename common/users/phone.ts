const MARKS = /^[0-9+().\-\u0020\u00a0]*$/;
const MIN_DIGITS = 7;

/** Longest phone number, in characters, with the marks people write between its digits. */
export const MAX_PHONE = 30;

/** Whether a text can be a phone number: seven digits or more, and the marks people write between them. */
export const isPhone = (text: string): boolean =>
  text.length <= MAX_PHONE && MARKS.test(text) && text.replace(/\D/g, '').length >= MIN_DIGITS;

/** A phone number for comparing: its last ten digits, so that +1 and marks make no difference. */
export const lastDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-10);
