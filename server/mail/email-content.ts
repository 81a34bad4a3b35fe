/** A part of an email. What a visitor typed is plain text here; `renderEmail` escapes it. */
export type EmailPart =
  | { kind: 'text'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  /** The face of a gift card, made to be printed. */
  | { kind: 'gift-card'; amount: string; code: string; recipient: string | null }
  /** Somebody's own words, line breaks kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'link'; label: string; href: string };

/** An email before it is rendered to HTML and text. */
export interface EmailContent {
  to: string;
  /** Whom an answer goes to, where that is not us. */
  replyTo?: { name: string; address: string };
  subject: string;
  title: string;
  parts: readonly EmailPart[];
}
