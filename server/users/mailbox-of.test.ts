import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

test.each([
  ['Robin@Example.com', 'robin@example.com'],
  ['robin+promo@example.com', 'robin@example.com'],
  ['robin+a+b@example.com', 'robin@example.com'],
  ['r.o.b.i.n@gmail.com', 'robin@gmail.com'],
  ['robin@googlemail.com', 'robin@gmail.com'],
  ['r.obin+x@GoogleMail.com', 'robin@gmail.com'],
  ['r.obin@example.com', 'r.obin@example.com'],
  ['robin@example.com.', 'robin@example.com'],
  ['robin@ｅxample｡com', 'robin@example.com'],
  ['robin@bücher.example', 'robin@xn--bcher-kva.example'],
  ['"robin"@example.com', 'robin@example.com'],
  ['"ro\\bin"@example.com', 'robin@example.com'],
  ['robin@not a domain', 'robin@not a domain'],
])('the address %s belongs to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
