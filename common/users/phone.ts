const PHONE = /^[0-9+().\-\s]{7,}$/;

/** Longest phone number, in characters, with the marks people write between its digits. */
export const MAX_PHONE = 30;

/** Whether a text can be a phone number: digits, and the marks people write between them. */
export const isPhone = (text: string): boolean => text.length <= MAX_PHONE && PHONE.test(text);
