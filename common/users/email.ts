const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The specification's e-mail rule: text, at sign, text, dot, text, no spaces. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
