const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Whether a text is an email address by the specification's rule: text, at sign, text, dot, text, no spaces.
 */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
