import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldRefusal } from '../field-refusal.ts';

/** Whose password it is to be: what they are called, and where they read their mail. */
interface Owner {
  name: string;
  email: string;
}

/**
 * Refuses a password that guessing starts with. Its length is the contract's to check (`newPasswordField`).
 *
 * @param field the request's field that it came in
 * @throws INVALID_REQUEST
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
 * The 49,000 most common passwords that leaked, in lower case, and those of ours and of the season that are too recent for
 * such a list. From zxcvbn-ts (MIT), which leaves out what a rule finds: repetitions and sequences.
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

/** The words that somebody's guesser knows: each part of their name and of their address before the @, and the company. */
function ownWords({ name, email }: Owner): string[] {
  const mailbox = email.slice(0, email.lastIndexOf('@'));
  const whole = [name, mailbox].map((text) => text.toLowerCase());
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return ['marquee', email.toLowerCase(), ...whole, ...parts]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
}

/** Fewer letters than this beside somebody's own words hide nothing. */
const HIDING_LETTERS = 3;

/** Whether own words are all there is to a password, but for digits, marks and a letter or two. */
function isMadeOf(guess: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), guess);
  return rest !== guess && rest.replace(/[^\p{L}]/gu, '').length < HIDING_LETTERS;
}
