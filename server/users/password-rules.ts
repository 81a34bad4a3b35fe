import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldRefusal } from '../field-refusal.ts';

/** The owner of the password. */
interface Owner {
  name: string;
  email: string;
}

/**
 * Refuses commonly guessed passwords and those made of the owner's name or address. The length is checked by
 * the API contract (`newPasswordField`).
 *
 * @param field the request field that contains the password
 * @throws AppError INVALID_REQUEST
 */
export function checkNewPassword(password: string, owner: Owner, field = 'password'): void {
  const guess = password.toLowerCase();
  if (COMMON_PASSWORDS.has(guess) || isRepeated(guess) || isSequence(guess)) {
    throw fieldRefusal(field, 'That password is too common. Please choose another.');
  }
  if (isMadeOf(guess, ownWords(owner))) {
    throw fieldRefusal(field, 'Please choose a password without your name, your email address or “Marquee”.');
  }
}

/**
 * The 49,000 most common leaked passwords in lower case, from zxcvbn-ts (MIT), plus some that are specific to
 * us or too recent for that list. It omits repetitions and sequences, which are detected by rule below.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...'mynameis1 p@ssword password1! rockyou1 trustno11 vegas1234 zaq1zaq1'.split(' '),
  ...['spring', 'summer', 'autumn', 'winter', 'welcome', 'vegas'].flatMap((word) =>
    Array.from({ length: 10 }, (_, years) => `${word}${2020 + years}`),
  ),
]);

/** `aaaaaaaa`, `12341234`. */
const isRepeated = (guess: string): boolean => /^(.{1,5})\1+$/u.test(guess);

const SEQUENCES = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].flatMap((row) => [
  row,
  [...row].reverse().join(''),
]);

/** `34567890`, `87654321`, `abcdefgh`. */
const isSequence = (guess: string): boolean => SEQUENCES.some((row) => row.includes(guess));

const SHORTEST_WORD = 3;

/**
 * Returns the words an attacker would try for this owner: each part of their name and of their address before
 * the @, and the company's name.
 */
function ownWords({ name, email }: Owner): string[] {
  const mailbox = email.slice(0, email.lastIndexOf('@'));
  const whole = [name, mailbox].map((text) => text.toLowerCase());
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return ['marquee', email.toLowerCase(), ...whole, ...parts]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
}

/** With fewer other letters than this, a password counts as made of the owner's words. */
const HIDING_LETTERS = 3;

/** Whether a password consists of the owner's words, apart from digits, punctuation and up to two letters. */
function isMadeOf(guess: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), guess);
  return rest !== guess && rest.replace(/[^\p{L}]/gu, '').length < HIDING_LETTERS;
}
