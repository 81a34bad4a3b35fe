import type { CalendarMethod } from '../infra/calendar-file.ts';

/** A part of an email. What a visitor typed is plain text here; `renderEmail` escapes it. */
export type EmailPart =
  | { kind: 'text'; text: string }
  /** In small letters below what matters. */
  | { kind: 'note'; text: string }
  | { kind: 'rows'; rows: EmailRows }
  /** The figure that the mail is about, and what there is to say of it. */
  | { kind: 'total'; label: string; amount: string; note?: string }
  /** From where to where, on the route line. `isBroken`: it leads nowhere any more. */
  | { kind: 'route'; places: readonly EmailPlace[]; isBroken?: boolean }
  /** Who comes, and in what. */
  | { kind: 'driver'; name: string; vehicle: string; plate: string | null }
  /** The face of a gift card, made to be printed. */
  | { kind: 'gift-card'; amount: string; code: string }
  /** Somebody's own words, line breaks kept, below a label that says whose they are. */
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'link'; label: string; href: string };

export type EmailRows = readonly (readonly [label: string, value: string])[];

export interface EmailPlace {
  name: string;
  /** Its address, or what happened there. */
  detail: string;
}

/** An email before it is rendered to HTML and text. */
export interface EmailContent {
  to: string;
  /** Whom an answer goes to, where that is not us. */
  replyTo?: { name: string; address: string };
  subject: string;
  /** What lists of mails show beside the subject; the beginning of the text where it is left out. */
  preview?: string;
  title: string;
  parts: readonly EmailPart[];
  /** What it does to its reader's calendar. */
  calendar?: { method: CalendarMethod; file: string };
}
