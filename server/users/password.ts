import { hash, verify } from '@node-rs/argon2';
import { takeTurns } from '../infra/take-turns.ts';

/**
 * The minimum of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. The library defaults to
 * argon2id.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes a processor for some 30 milliseconds and 19 MiB: three hundred at once would leave nothing to others. */
const inTurn = takeTurns({ running: 2, waiting: 100 });

/** Hashes a password to argon2id's PHC string, salt and cost included. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

let nobodysHash: Promise<string> | null = null;

/**
 * Whether a password is the one hashed. Without a hash (no such user) the same work is done in vain, so that
 * the duration does not reveal who has an account.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobodysHash ??= hash('nobody', COST);
  const known = passwordHash ?? (await nobodysHash);
  const isMatch = await inTurn(() => verify(known, password));
  return isMatch && passwordHash !== undefined;
}

/** Whether a password is one that guessing starts with: a leaked one, or the user's own address. */
export function isEasyToGuess(password: string, email: string): boolean {
  const guess = password.toLowerCase();
  return COMMON_PASSWORDS.has(guess) || guess === email || guess === email.split('@')[0];
}

/** Passwords of eight characters and more that head the lists of leaked ones, and ours; lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `00000000 0987654321 11111111 1111111111 11223344 12121212 12341234 123123123 1234512345 123454321 12344321
  12345678 123456789 1234567890 12345678910 123456789a 12345qwert 1234qwer 123qweasd 147258369 159753456 1a2b3c4d
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 20202020 22222222 55555555 66666666 77777777 87654321
  88888888 987654321 9876543210 99999999 a1b2c3d4 a1234567 aa123456 aaaaaaaa abc12345 abcd1234 abcdefgh abcdefg1
  access14 admin123 administrator alexander asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 babygirl baseball
  baseball1 basketball blink182 butterfly changeme changeme1 charlie1 chocolate computer computer1 corvette
  dragon12 drowssap elizabeth fastcars football football1 freedom1 fuckyou1 hello123 iloveyou iloveyou1 internet
  jennifer jonathan jordan23 letmein1 letmein123 liverpool liverpool1 marquee1 marquee123 master123 maverick
  mercedes michael1 michelle midnight monkey12 motorola mustang1 mynameis1 nicholas nothing1 p@ssw0rd p@ssword
  pa55word pass1234 passw0rd passw0rd1 password password! password01 password1 password1! password12 password123
  password1234 password2 patrick1 pokemon1 princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf
  qwerqwer qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwertyuiop1 raiders1 rockyou1 samantha samsung1
  secret123 shadow12 starwars starwars1 steelers summer2024 summer2025 summer2026 sunshine sunshine1 superman
  superman1 test1234 testtest trustno1 trustno11 vegas123 vegas1234 victoria welcome1 welcome12 welcome123
  welcome2024 welcome2025 whatever whatever1 william1 winter2025 yellow12 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123
  zxcvbnmm`.split(/\s+/),
);
