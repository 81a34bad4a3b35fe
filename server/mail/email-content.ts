/** A part of a letter. Whatever a visitor typed is plain text here; it is escaped when the letter is rendered. */
export type EmailPart =
  | { kind: 'text'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  /** The face of a gift card, made to be printed. */
  | { kind: 'gift-card'; amount: string; code: string; recipient: string | null }
  /** Somebody's own words, line breaks kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'link'; label: string; href: string };

/** What a mail says, and to whom, before it is HTML and text. */
export interface EmailContent {
  to: string;
  /** Who is answered, when it is not us. */
  replyTo?: { name: string; address: string };
  subject: string;
  title: string;
  parts: readonly EmailPart[];
}
